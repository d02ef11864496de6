import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { type RefundKind, refundStates } from '#contract/payments/payments.ts'
import { ticketStates } from '#contract/queue/queue.ts'
import {
  checkRefund,
  leftOf,
  makeRoom,
  mustCome,
  nextNamingAt,
  pauseAfter,
  refundLimitOf,
  refundsOnExpiry,
  refundsOnLeave,
  type Sums,
  samePress,
  summaryOf,
} from './rules.ts'

/** A payment with refunds that add up to its sums. */
const payments = fc
  .array(fc.record({ amountPaise: fc.integer({ min: 1, max: 20_000 }), state: fc.constantFrom(...refundStates) }), { maxLength: 6 })
  .chain((refunds) =>
    fc.integer({ min: 1, max: 20_000 }).map((more) => {
      const sum = (of: typeof refunds) => of.reduce((total, { amountPaise }) => total + amountPaise, 0)
      const refundedPaise = sum(refunds.filter(({ state }) => state === 'processed'))
      const payment: Sums = { amountPaise: sum(refunds) + more - 1 || 1, refundingPaise: sum(refunds), refundedPaise }
      return { payment, refunds: refunds.map((refund, i) => ({ ...refund, id: `r${i}` })) }
    }),
  )

describe('the sums of a payment', () => {
  test('say how much is left and which state it has: all of it must go back, or be back', () => {
    const sums = (refundingPaise: number, refundedPaise: number) => ({ amountPaise: 14_160, refundingPaise, refundedPaise })
    expect(leftOf(sums(5000, 0))).toBe(9160)
    expect(summaryOf(sums(0, 0))).toBe('captured')
    expect(summaryOf(sums(5000, 5000))).toBe('captured')
    expect(summaryOf(sums(14_160, 5000))).toBe('refund_pending')
    expect(summaryOf(sums(14_160, 14_160))).toBe('refunded')
  })
})

describe('the end of a ticket', () => {
  const called = new Date('2026-11-21T05:00:00Z')
  const now = called
  const never = { calledAt: null, refundUntil: null }

  test('refunds a shopper who leaves before any call, if the order promised it', () => {
    const promised = { refundOnLeave: true }
    const refunded = ticketStates.filter((state) => refundsOnLeave({ state, ...never }, promised, now))
    expect(refunded).toEqual(['booked', 'waiting'])
    expect(refundsOnLeave({ state: 'waiting', ...never }, { refundOnLeave: false }, now)).toBe(false)
    expect(refundsOnLeave({ state: 'waiting', calledAt: called, refundUntil: null }, promised, now)).toBe(false)
    for (const state of ['booked', 'waiting'] as const) {
      const leaves = (late: number) => refundsOnLeave({ state, calledAt: null, refundUntil: now }, promised, new Date(now.getTime() + late))
      expect([leaves(0), leaves(1)], 'the limit of a booking').toEqual([true, false])
    }
  })

  test('refunds a shopper whose day ended before any call', () => {
    expect(ticketStates.filter((state) => refundsOnExpiry({ state, calledAt: null }))).toEqual(['expired'])
    expect(refundsOnExpiry({ state: 'expired', calledAt: called })).toBe(false)
  })
})

test('cash to collect is told to those whom nothing else tells', () => {
  const told = (kind: RefundKind, actor: string) => mustCome({ kind, actor: { kind: actor } })
  expect([told('rule', 'system'), told('owner', 'account'), told('leave', 'account')]).toEqual([true, true, true])
  expect([told('leave', 'shopper'), told('promise', 'system'), told('staff', 'account')]).toEqual([false, false, false])
})

describe('a refund that a person requests', () => {
  test('is limited for staff by their shop, and for its owner and the operator by nothing', () => {
    const shop = { staffRefundLimitPaise: 50_000 }
    expect(refundLimitOf('staff', shop)).toBe(50_000)
    expect(refundLimitOf('staff', undefined)).toBe(0)
    expect(refundLimitOf('owner', shop)).toBeNull()
    expect(refundLimitOf('superadmin', shop)).toBeNull()
  })

  const request = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined })
  const limit = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null })

  test('never exceeds what is left, nor the limit of staff, and leaves nothing that a vendor could not refund', () => {
    fc.assert(
      fc.property(
        payments,
        request,
        limit,
        fc.nat(20_000),
        fc.constantFrom('cash' as const, 'razorpay' as const),
        ({ payment }, amountPaise, limitPaise, spentPaise, gateway) => {
          const checked = checkRefund({ ...payment, gateway }, { amountPaise }, { limitPaise, spentPaise })
          if (typeof checked === 'string') return
          const left = leftOf(payment) - checked.amountPaise
          expect(checked.amountPaise).toBeGreaterThan(0)
          expect(left).toBeGreaterThanOrEqual(0)
          if (limitPaise !== null) expect(spentPaise + checked.amountPaise).toBeLessThanOrEqual(limitPaise)
          if (left > 0) expect(Math.min(left, checked.amountPaise)).toBeGreaterThanOrEqual(100)
          if (left > 0 && gateway === 'cash') expect(checked.amountPaise % 100).toBe(0)
        },
      ),
    )
  })

  test.each([
    [{ amountPaise: 14_161 }, null, 'more_than_captured'],
    [{ amountPaise: 5001 }, 5000, 'over_refund_limit'],
    [{ amountPaise: undefined }, 5000, 'over_refund_limit'],
    [{ amountPaise: 99 }, null, 'too_small'],
    [{ amountPaise: 14_100 }, null, 'too_small'],
    [{ amountPaise: undefined }, null, { amountPaise: 14_160 }],
    [{ amountPaise: 5000 }, 5000, { amountPaise: 5000 }],
  ])('%j with the limit %j is %j', (asked, limitPaise, checked) => {
    const payment = { gateway: 'razorpay' as const, amountPaise: 14_160, refundingPaise: 0, refundedPaise: 0 }
    expect(checkRefund(payment, asked, { limitPaise, spentPaise: 0 })).toEqual(checked)
    expect(checkRefund({ ...payment, refundingPaise: 14_160 }, asked, { limitPaise, spentPaise: 0 })).toBe('more_than_captured')
  })

  test('is the same press within ten seconds, by the same person, of the same amount and for the same reason', () => {
    const at = new Date('2026-11-23T10:00:00Z')
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    const made = [{ actor: { id: 'meera' }, reason: 'a long wait', amountPaise: 5000, createdAt: at }]
    const payment = { amountPaise: 14_160, refundingPaise: 5000, refundedPaise: 0 }
    const press = { accountId: 'meera', reason: 'a long wait', amountPaise: 5000 }
    expect(samePress(press, payment, made, later(9))).toBe(made[0])
    expect(samePress(press, payment, made, later(10))).toBeNull()
    for (const other of [{ accountId: 'asha' }, { reason: 'another' }, { amountPaise: 4000 }, { amountPaise: undefined }])
      expect(samePress({ ...press, ...other }, payment, made, later(1)), JSON.stringify(other)).toBeNull()
    const all = { ...payment, refundingPaise: 14_160 }
    expect(samePress({ ...press, amountPaise: undefined }, all, made, later(1)), 'all that was left').toBe(made[0])
  })
})

describe('money that went back on the vendor’s own pages', () => {
  /** What the vendor has done with each refund of ours, as far as our rows allow; it never pays more than it took. */
  const atVendor = payments.chain(({ payment, refunds }) =>
    fc
      .record({ amountPaise: fc.integer({ min: 1, max: 60_000 }), paid: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }) })
      .map(({ amountPaise, paid }) => {
        let rest = payment.amountPaise - amountPaise
        for (const { state, amountPaise: amount } of refunds)
          if (!['due', 'sent', 'failed', 'waiting_for_funds'].includes(state)) rest -= amount
        const accepted = new Set<string>()
        refunds.forEach(({ id, state, amountPaise: amount }, i) => {
          if (state === 'due' || !paid[i] || amount > rest || !['sent', 'failed', 'waiting_for_funds'].includes(state)) return
          accepted.add(id)
          rest -= amount
        })
        return { payment, refunds, amountPaise, accepted }
      }),
  )

  test('takes its room from refunds that the vendor has not paid, just as much as it must; it is unclear or impossible otherwise', () => {
    fc.assert(
      fc.property(atVendor, ({ payment, refunds, amountPaise, accepted }) => {
        const room = makeRoom(payment, refunds, amountPaise)
        const open = refunds.filter(({ state }) => ['due', 'by_hand', 'sent', 'failed', 'waiting_for_funds'].includes(state))
        const excess = Math.max(0, payment.refundingPaise + amountPaise - payment.amountPaise)
        expect(room === null).toBe(excess > open.reduce((sum, one) => sum + one.amountPaise, 0))
        if (room === null || room === 'unclear') return
        const before = new Map(open.map(({ id, amountPaise: amount }) => [id, amount]))
        expect(room.reduce((sum, one) => sum + (before.get(one.id) ?? Number.NaN) - one.amountPaise, 0)).toBe(excess)
        for (const one of room) {
          expect(one.amountPaise).toBeGreaterThanOrEqual(0)
          expect(accepted.has(one.id), 'the vendor has paid it').toBe(false)
        }
      }),
    )
  })

  test.each([
    [
      'one that no one asked for yet, before an older one that the vendor may have paid',
      ['sent', 'due'],
      [{ id: 'r1', amountPaise: 1000 }],
    ],
    ['the newest first', ['due', 'due'], [{ id: 'r1', amountPaise: 1000 }]],
    ['none of two that the vendor may have paid', ['sent', 'failed'], 'unclear'],
    ['the one that the vendor must have refused, beside one that it has paid', ['processed', 'sent'], [{ id: 'r1', amountPaise: 1000 }]],
    ['none of those that it has paid', ['processed', 'pending'], null],
  ] as const)('takes its room from %s', (_, states, room) => {
    // Of ₹120 two refunds of ₹50 each are known; then ₹60 go back at the vendor.
    const refunds = states.map((state, i) => ({ id: `r${i}`, amountPaise: 5000, state }))
    expect(makeRoom({ amountPaise: 12_000, refundingPaise: 10_000, refundedPaise: 0 }, refunds, 6000)).toEqual(room)
  })
})

test('the bank’s reference is asked for after 1, 2, 4 … hours, for ten days', () => {
  const settled = new Date('2026-11-21T05:00:00Z')
  const hours: number[] = []
  for (let at: Date | null = settled; at !== null; at = nextNamingAt(settled, at)) hours.push((at.getTime() - settled.getTime()) / HOUR)
  expect(hours).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256])
})

test('the pauses between tries double up to an hour', () => {
  expect([1, 2, 3, 8, 9, 50].map(pauseAfter)).toEqual([20, 40, 80, 2560, 3600, 3600])
})
