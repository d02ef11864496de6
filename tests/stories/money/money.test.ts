import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, localDateOf, MINUTE, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { moneyStates } from '#contract/payments/money.ts'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { ask, type Credentials, type Parts, sendLoosely } from '#tests/support/calls/client.ts'
import { addRivals, RIVAL_SHOP, SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, paidShopper, signIn, staffOf, superOf } from '#tests/support/people/people.ts'
import { deliver, MALL, type Payer, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

let world: Vendors
let owner: Credentials
/** Payments of each kind: what the list says of them is in the tests. */
const paid = {} as Record<'matched' | 'cash' | 'late' | 'due' | 'refunded' | 'orphan', Payer>

const today = () => localDateOf(world.app.clock.now(), 'Asia/Kolkata')
const read = async (query: Parts<typeof readMoney>['query'] = {}, id = MALL, who = owner) =>
  (await ask(world.app.address, readMoney, { id, query }, who)).body
const list = async (query: Parts<typeof listMoney>['query'] = {}, id = MALL, who = owner) =>
  (await ask(world.app.address, listMoney, { id, query }, who)).body
const sum = <T>(some: readonly T[], of: (one: T) => number) => some.reduce((all, one) => all + of(one), 0)

/** The money arrives at the vendor, and its webhook tells us. */
async function pays(payer: Payer, amount?: number): Promise<string> {
  const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId, amount === undefined ? {} : { amount })
  world.razorpay.decide()
  await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
  return id
}

beforeAll(async () => {
  world = await startWithVendors()
  await addRivals(world.app)
  const { address } = world.app
  const late = await payerOf(world, 'razorpay')
  world.app.clock.advance(16 * MINUTE)
  await world.app.running.tick()
  await pays(late)
  world.razorpay.isPoor = true
  owner = await ownerOf(address)

  const matched = await payerOf(world, 'razorpay')
  await pays(matched)
  const refunded = await payerOf(world, 'razorpay')
  await pays(refunded)
  const staff = await staffOf(address)
  const { ticketId, paymentId, ...shopper } = await cashShopper(address, SHOP)
  const cash = { shopper, ticketId, paymentId, vendorOrderId: '' }
  await ask(address, confirmPayment, { id: cash.paymentId }, staff)
  const leaver = await paidShopper(address, SHOP)
  await ask(address, cancelTicket, { id: leaver.ticketId }, leaver)
  const due = await payerOf(world, 'razorpay')
  await pays(due)
  await ask(address, cancelTicket, { id: due.ticketId }, due.shopper)
  // The amount is not that of the order: no order of ours accounts for it.
  const orphan = await payerOf(world, 'razorpay')
  await pays(orphan, 9000)
  await world.app.running.tick()
  Object.assign(paid, { late, orphan, matched, cash, due, refunded: { ...leaver, shopper: leaver, vendorOrderId: '' } })
})
afterAll(() => world.stop())

describe('the money of a mall', () => {
  test('has every rupee in one state, and all sums agree to the paisa', async () => {
    const { totals, states, byDay, byShop, byGateway, byLane } = await read()
    const { payments } = await list()
    expect(new Set(payments.map(({ state }) => state))).toEqual(new Set(moneyStates))
    expect(totals.capturedPaise).toBe(sum(payments, (one) => one.amountPaise))
    expect(totals.count).toBe(payments.length)
    expect(sum(Object.values(states), (one) => one.amountPaise)).toBe(totals.capturedPaise)
    for (const state of moneyStates) expect(states[state].count, state).toBe(payments.filter((one) => one.state === state).length)
    for (const some of [byDay, byShop, byGateway, byLane])
      expect(sum<{ capturedPaise: number }>(some, (one) => one.capturedPaise)).toBe(totals.capturedPaise)
    expect(totals).toMatchObject({
      refundedPaise: 14_160,
      feesPaise: 0,
      netPaise: totals.capturedPaise - 14_160,
      keptPaise: states.matched.amountPaise,
    })
    const kept = payments.filter(({ state }) => state === 'matched').map(({ id }) => id)
    const { db } = world.app.database
    const receipts = await db.selectFrom('receipt').select(['cgstPaise', 'sgstPaise']).where('paymentId', 'in', kept).execute()
    expect(totals.taxPaise).toBe(sum(receipts, (one) => one.cgstPaise + one.sgstPaise))
    expect(byLane.map(({ lane }) => lane)).toEqual(['priority', null])
  })

  test('equals what the vendor has taken, to the paisa', async () => {
    const { byGateway } = await read()
    const orders = [paid.late, paid.matched, paid.due, paid.orphan].map(({ vendorOrderId }) => vendorOrderId)
    const refundedNotMatched = (await list({ state: 'matched' })).payments.flatMap(({ vendorOrderId }) => vendorOrderId ?? [])
    const taken = [...new Set([...orders, ...refundedNotMatched])].flatMap((id) => world.razorpay.paymentsOf(id))
    expect(byGateway.find(({ gateway }) => gateway === 'razorpay')?.capturedPaise).toBe(
      sum(
        taken.filter(({ status }) => status === 'captured' || status === 'refunded'),
        ({ amount }) => amount,
      ),
    )
  })

  test('of one shop is only that of the shop, without money that has no order', async () => {
    const ofShop = await read({}, SHOP)
    expect(ofShop.states.orphan).toEqual({ count: 0, needsPerson: 0, amountPaise: 0 })
    expect(ofShop.byShop.map(({ shopId }) => shopId)).toEqual([SHOP])
    expect((await read({}, 'lotus-books')).totals.count).toBe(0)
    expect((await list({}, 'lotus-books')).payments).toEqual([])
  })

  test('is of the local days of the mall, both included, at most a year', async () => {
    const yesterday = localDateOf(new Date(world.app.clock.now().getTime() - DAY), 'Asia/Kolkata')
    const before = await read({ from: yesterday, to: yesterday })
    expect(before, 'the yesterday of the demo').toMatchObject({ totals: { count: 3 }, byDay: [{ day: yesterday, count: 3 }] })
    const both = await read({ from: yesterday, to: today() })
    expect(both.byDay.map(({ day }) => day)).toEqual([yesterday, today()])
    expect(both.totals.capturedPaise).toBe(before.totals.capturedPaise + (await read()).totals.capturedPaise)
    for (const query of [{ from: today(), to: yesterday }, { from: '2024-01-01', to: today() }, { from: 'yesterday' }])
      expect(await sendLoosely(world.app.address, readMoney, { id: MALL, query }, owner)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      })
  })
})

describe('the list of payments', () => {
  test('shows the payments of a state', async () => {
    const names = async (state: (typeof moneyStates)[number]) => (await list({ state })).payments.map(({ id }) => id)
    expect(await names('late')).toEqual([paid.late.paymentId])
    expect(await names('refund_due')).toEqual([paid.due.paymentId])
    expect(await names('refunded')).toEqual([paid.refunded.paymentId])
    expect(await names('matched')).toContain(paid.cash.paymentId)
    expect((await list({ state: 'orphan' })).payments).toMatchObject([
      { state: 'orphan', shopId: null, token: null, vendorOrderId: paid.orphan.vendorOrderId, amountPaise: 9000 },
    ])
  })

  test('finds a payment by its token, mobile number, receipt, and by an id of the vendor', async () => {
    const { payments } = await list({ state: 'matched' })
    const wanted = payments.find(({ id }) => id === paid.matched.paymentId)
    const { token, mobile, receipt, vendorOrderId, vendorPaymentId } = wanted ?? {}
    expect(mobile).toBe(paid.matched.shopper.mobile)
    const found = async (search: string | null | undefined) => (await list({ search: search ?? '?' })).payments.map(({ id }) => id)
    for (const search of [String(token), `#${token}`, mobile, `+91 ${mobile}`, receipt?.number, vendorPaymentId, wanted?.id])
      expect(await found(search), search ?? '').toContain(paid.matched.paymentId)
    expect(await found(vendorOrderId)).toEqual([paid.matched.paymentId])
    const [back] = (await list({ state: 'refunded' })).payments
    expect(await found(back?.creditNotes[0]?.number)).toEqual([paid.refunded.paymentId])
    expect((await list({ search: paid.orphan.vendorOrderId })).payments).toMatchObject([{ state: 'orphan', amountPaise: 9000 }])
    expect(await found('order_nobody')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  test('finds a token of the last month without days, and an older one on its days', async () => {
    const { db } = world.app.database
    const { payments } = await list({ search: paid.matched.paymentId })
    const [payment] = payments
    const before = await db.selectFrom('payment').selectAll().where('id', '=', paid.matched.paymentId).executeTakeFirstOrThrow()
    const ticket = await db.selectFrom('ticket').selectAll().where('id', '=', before.ticketId).executeTakeFirstOrThrow()
    const movedTo = async (capturedAt: Date, serviceDay: string) => {
      const counter = { shopId: SHOP, serviceDay, mallId: MALL, lastNumber: 900, lastJoinedAt: capturedAt }
      await db
        .insertInto('dayCounter')
        .values(counter)
        .onConflict((one) => one.doNothing())
        .execute()
      await db.updateTable('ticket').set({ serviceDay }).where('id', '=', ticket.id).execute()
      await db.updateTable('payment').set({ capturedAt }).where('id', '=', before.id).execute()
    }
    const found = async (query: Parts<typeof listMoney>['query']) =>
      (await list({ search: String(payment?.token), ...query })).payments.map(({ id }) => id)
    const daysAgo = (days: number) => new Date(world.app.clock.now().getTime() - days * DAY)
    for (const [days, isFound] of [
      [29, true],
      [40, false],
    ] as const) {
      const [then, day] = [daysAgo(days), localDateOf(daysAgo(days), 'Asia/Kolkata')]
      await movedTo(then, day)
      expect((await found({})).includes(before.id), String(days)).toBe(isFound)
      expect(await found({ from: day, to: day })).toEqual([before.id])
      expect(await found({ from: today(), to: today() })).not.toContain(before.id)
    }
    await movedTo(before.capturedAt ?? daysAgo(0), ticket.serviceDay)
    expect(await found({})).toContain(before.id)
  })

  test('tells what happened to each payment, and who did it', async () => {
    const { payments } = await list()
    const kinds = (id: string) => payments.find((one) => one.id === id)?.history.map(({ kind }) => kind)
    expect(kinds(paid.matched.paymentId)).toEqual(expect.arrayContaining(['ordered', 'captured', 'receipt', 'told']))
    expect(kinds(paid.late.paymentId)).toEqual(expect.arrayContaining(['ordered', 'expired', 'late', 'refund_begun']))
    expect(kinds(paid.late.paymentId), 'its hold has ended, not the day').not.toContain('ended')
    expect(kinds(paid.refunded.paymentId)).toEqual(
      expect.arrayContaining(['ordered', 'captured', 'receipt', 'left', 'refund_begun', 'refunded', 'note']),
    )
    const cash = payments.find(({ id }) => id === paid.cash.paymentId)?.history.find(({ kind }) => kind === 'captured')
    expect(cash?.by).toEqual({ kind: 'person', name: 'Priya Nair' })
    const left = payments.find(({ id }) => id === paid.refunded.paymentId)?.history.find(({ kind }) => kind === 'left')
    expect(left?.by).toEqual({ kind: 'shopper', name: null })
    for (const { history } of payments) {
      const times = history.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
    }
  })

  test('comes in pages that miss nothing and repeat nothing', async () => {
    const whole = (await list()).payments.map(({ id }) => id)
    const { db } = world.app.database
    const row = await db.selectFrom('payment').selectAll().where('id', '=', paid.cash.paymentId).executeTakeFirstOrThrow()
    const at = new Date(world.app.clock.now().getTime() - HOUR)
    const more = Array.from({ length: 120 }, (_, n) => `more-${String(n).padStart(3, '0')}`)
    // All at one time, in the state after a refund: a ticket has one open order.
    await db
      .insertInto('payment')
      .values(
        more.map((id) => ({
          ...row,
          id,
          state: 'refunded' as const,
          refundingPaise: row.amountPaise,
          refundedPaise: row.amountPaise,
          capturedAt: at,
        })),
      )
      .execute()
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list(cursor === undefined ? {} : { cursor })
      expect(page.payments.length).toBeLessThanOrEqual(50)
      seen.push(...page.payments.map(({ id }) => id))
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen).toHaveLength(whole.length + more.length)
    expect(new Set(seen)).toEqual(new Set([...whole, ...more]))
    // Shops that earn at different speeds: one has most of the money, one has some before and after it.
    const times = new Map(more.map((id, n) => [id, new Date(at.getTime() - (n % 7 === 0 ? n * MINUTE : n * SECOND))]))
    for (const [id, capturedAt] of times)
      await db
        .updateTable('payment')
        .set({ capturedAt, shopId: more.indexOf(id) % 7 === 0 ? 'lotus-books' : SHOP })
        .where('id', '=', id)
        .execute()
    const pages: { at: string; id: string }[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list({ state: 'refunded', ...(cursor === undefined ? {} : { cursor }) })
      pages.push(...page.payments)
      if (page.next === null) break
      cursor = page.next
    }
    expect(pages.map(({ at }) => at)).toEqual(
      pages
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(pages.map(({ id }) => id))).toEqual(new Set([...more, paid.refunded.paymentId]))
    expect(pages).toHaveLength(more.length + 1)
    await db.deleteFrom('payment').where('id', 'in', more).execute()
    const refused = await sendLoosely(world.app.address, listMoney, { id: MALL, query: { cursor: 'x' } }, owner)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })
})

describe('other people', () => {
  test('do not see it: staff, the owner of another mall; a super administrator does', async () => {
    const { address } = world.app
    const rival = await signIn(address, 'owner@rival.test')
    for (const who of [rival, await staffOf(address)])
      for (const call of [readMoney, listMoney])
        for (const id of [MALL, SHOP])
          expect(await sendLoosely(address, call, { id }, who)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await list({ search: paid.matched.paymentId }, RIVAL_SHOP, rival)).payments).toEqual([])
    expect((await list({ search: paid.matched.shopper.mobile }, RIVAL_SHOP, rival)).payments).toEqual([])
    const operator = await superOf(address)
    expect((await read({}, MALL, operator)).totals).toEqual((await read()).totals)
    expect((await list({ search: paid.matched.paymentId }, RIVAL_SHOP, operator)).payments).toEqual([])
    expect(await sendLoosely(address, readMoney, { id: 'nowhere' }, owner)).toMatchObject({ status: 404, body: { code: 'mall_not_found' } })
  })

  test('the check of a payment by its owner leaves the sums as they are', async () => {
    const before = await read()
    await ask(world.app.address, checkPayment, { id: paid.matched.paymentId }, owner)
    expect(await read()).toEqual(before)
  })
})

test('money needs a person only if it does not move on without one: a refund that is with the bank needs no one', async () => {
  const needs = async () => Object.entries((await read()).states).map(([state, { needsPerson }]) => `${state} ${needsPerson}`)
  expect(await needs(), 'the account at the vendor has no funds').toEqual(['matched 0', 'late 1', 'orphan 1', 'refund_due 1', 'refunded 0'])
  world.razorpay.isPoor = false
  world.app.clock.advance(10 * MINUTE)
  await world.app.running.tick()
  expect(await needs(), 'the vendor has accepted the refunds').toEqual(['matched 0', 'late 0', 'orphan 1', 'refund_due 0', 'refunded 0'])
  expect((await read()).states.refund_due.count).toBe(1)
})
