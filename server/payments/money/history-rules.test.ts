import { expect, test } from 'vitest'
import { historyOf, type Recorded } from './history-rules.ts'

const at = new Date('2026-01-05T10:00:00Z')
const nothing: Recorded = { ordered: { at, amountPaise: 14_160 }, attempts: [], told: [], refunds: [], papers: [], ended: null }
const names = { vendorOrderId: 'order_1', vendorPaymentId: 'pay_1' }

test('the word of a vendor says whether it is about the payment, a refund, money given back, or a dispute', () => {
  const words = [
    { vendorOrderId: 'order_1', order: { state: 'captured', vendorPaymentId: 'pay_1', amountPaise: 14_160 } },
    { vendorOrderId: 'order_1', order: { state: 'open' } },
    { refundId: 'r1', refund: { state: 'processed' }, amountPaise: 6000, of: names },
    { vendorOrderId: 'order_1', returned: { vendorPaymentId: 'pay_2', amountPaise: 14_161 } },
    { dispute: { ...names, amountPaise: 14_162, deductedPaise: 0 } },
    null,
  ]
  const told = words.map((about) => ({ at, gateway: 'razorpay', about, outcome: 'done' }))
  const [, ...entries] = historyOf({ ...nothing, told }, new Map())
  expect(entries.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['told', 14_160],
    ['told', null],
    ['told_refund', 6000],
    ['told_returned', 14_161],
    ['told_dispute', 14_162],
    ['told', null],
  ])
})

test('who left, or was removed from the queue by a person, is the one who did it', () => {
  const by = (actor: { kind: string; id: string | null }) =>
    historyOf({ ...nothing, ended: { at, kind: 'left', actor } }, new Map([['a1', 'Priya Nair']])).at(-1)?.by
  expect(by({ kind: 'shopper', id: '9000000001' })).toEqual({ kind: 'shopper', name: null })
  expect(by({ kind: 'account', id: 'a1' })).toEqual({ kind: 'person', name: 'Priya Nair' })
})
