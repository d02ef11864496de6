import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import type { OrderToOpen } from '#server/payments/gateway.ts'
import { openRazorpay } from '#tests/support/vendors/razorpay.ts'
import { openVendorServer } from '#tests/support/vendors/vendor-server.ts'
import { razorpayGateway } from './razorpay.ts'

/** What is Razorpay's own; `conformance.test.ts` has what every gateway promises. */

const razorpay = await openRazorpay()
afterAll(() => razorpay.close())
const credentials = { ...razorpay.keys, webhookSecrets: [] }
const gatewayAt = (url: string) => razorpayGateway({ url, scriptUrl: 'https://checkout.example/script.js' })
const gateway = gatewayAt(razorpay.url)

let orders = 0
const newOrder = (): OrderToOpen => {
  orders += 1
  const now = new Date()
  return {
    ...{ id: `order${orders}`, amountPaise: 14_160, currency: 'INR', vendorOrderId: null, vendorPaymentId: null },
    ...{ isFirstTry: true, now, expiresAt: new Date(now.getTime() + 15 * MINUTE), seller: 'Phoenix Mall', description: 'Priority billing' },
    shopper: { name: 'Asha Verma', mobile: '9000000000', email: 'asha@example.in' },
  }
}
const opened = async () => {
  const order = newOrder()
  return { ...order, vendorOrderId: (await gateway.open(order, credentials)).vendorOrderId }
}
async function callsOf<T>(act: () => Promise<T>): Promise<{ result: T; calls: string[] }> {
  const before = razorpay.calls.length
  const result = await act()
  return { result, calls: razorpay.calls.slice(before) }
}

test('one question is enough for a payment that was signed and is captured', async () => {
  const order = await opened()
  const claim = razorpay.pay(order.vendorOrderId)
  razorpay.decide()
  const { result, calls } = await callsOf(() => gateway.confirm(order, claim, credentials))
  expect(result).toEqual({ state: 'captured', vendorPaymentId: claim.razorpay_payment_id })
  expect(calls).toEqual([`GET /v1/payments/${claim.razorpay_payment_id}`])
})

test('a signed payment of another amount does not pay the order', async () => {
  const order = await opened()
  const claim = razorpay.pay(order.vendorOrderId, { amount: 100 })
  razorpay.decide()
  expect(await gateway.confirm(order, claim, credentials)).toMatchObject({ state: 'other_amount', amountPaise: 100 })
})

test('a signed payment that failed or was given back is not the money of the order, but the one that stands is', async () => {
  const order = await opened()
  const [first, second] = [razorpay.pay(order.vendorOrderId), razorpay.pay(order.vendorOrderId)]
  razorpay.decide()
  const confirmed = await gateway.confirm(order, second, credentials)
  expect(confirmed).toEqual({ state: 'captured', vendorPaymentId: first.razorpay_payment_id })
})

test('a payment of another order does not pay an order, even if its signature names that order', async () => {
  const [order, other] = [await opened(), await opened()]
  const { razorpay_payment_id } = razorpay.pay(other.vendorOrderId)
  razorpay.decide()
  const text = `${order.vendorOrderId}|${razorpay_payment_id}`
  const razorpay_signature = createHmac('sha256', credentials.keySecret).update(text).digest('hex')
  const claim = { razorpay_payment_id, razorpay_order_id: order.vendorOrderId, razorpay_signature }
  expect(await gateway.confirm(order, claim, credentials)).toEqual({ state: 'pending' })
  const unknown = createHmac('sha256', credentials.keySecret).update(`${order.vendorOrderId}|pay_unknown`).digest('hex')
  const madeUp = { ...claim, razorpay_payment_id: 'pay_unknown', razorpay_signature: unknown }
  expect(await gateway.confirm(order, madeUp, credentials)).toEqual({ state: 'pending' })
})

test('an order with the receipt of another order is not opened', async () => {
  const body = { id: 'order_of_another', amount: 14_160, currency: 'INR', receipt: 'another', status: 'paid', created_at: 1 }
  const wrong = await openVendorServer({ status: 429, body: {} }, () => ({ status: 200, body }))
  await expect(gatewayAt(wrong.url).open(newOrder(), credentials)).rejects.toThrow('another receipt')
  await wrong.close()
})

const payment = {
  ...{ id: 'pay_1', entity: 'payment', amount: 14_160, currency: 'INR', order_id: 'order_1', status: 'captured', captured: true },
  ...{ method: 'upi', fee: 283, tax: 43, contact: '++919000000000', notes: [] },
}
const refund = {
  id: 'rfnd_1',
  entity: 'refund',
  amount: 14_160,
  payment_id: 'pay_1',
  receipt: 'rf-refund1234',
  status: 'processed',
  notes: [],
}
const dispute = {
  ...{ id: 'disp_1', entity: 'dispute', payment_id: 'pay_1', amount: 14_160, amount_deducted: 0, reason_code: 'fraud', created_at: 100 },
  ...{ respond_by: 200, status: 'open', phase: 'chargeback' },
}
const captured = { vendorOrderId: 'order_1', order: { state: 'captured', vendorPaymentId: 'pay_1', amountPaise: 14_160 } }
const backAs = (bankReference: string | null) => ({
  ...{ refundId: 'refund1234', amountPaise: 14_160, of: { vendorOrderId: 'order_1', vendorPaymentId: 'pay_1' } },
  refund: { state: 'processed', vendorRefundId: 'rfnd_1', bankReference },
})

test.each([
  [
    'a captured payment of a card, with empty errors',
    'payment.captured',
    { payment: { ...payment, method: 'card', error_code: '' } },
    captured,
  ],
  ['a paid order, whose payment has fewer fields', 'order.paid', { payment, order: { id: 'order_1', status: 'paid' } }, captured],
  [
    'an authorized payment that says it is captured',
    'payment.authorized',
    { payment: { ...payment, status: 'authorized' } },
    { vendorOrderId: 'order_1', order: { state: 'pending' } },
  ],
  [
    'a refund with the names of a card',
    'refund.processed',
    { payment, refund: { ...refund, acquirer_data: { arn: 'ARN1' } } },
    backAs('ARN1'),
  ],
  ['a refund with the name of UPI', 'refund.processed', { payment, refund: { ...refund, acquirer_data: { rrn: 'RRN1' } } }, backAs('RRN1')],
  ['a refund without a name yet', 'refund.processed', { payment, refund: { ...refund, acquirer_data: { arn: null } } }, backAs(null)],
  ['a refund whose empty object is a list', 'refund.processed', { payment, refund: { ...refund, acquirer_data: [] } }, backAs(null)],
  ['a refund that is done when it is made', 'refund.created', { payment, refund }, backAs(null)],
  ['a refund that has become slower', 'refund.speed_changed', { payment, refund: { ...refund, speed_processed: 'normal' } }, backAs(null)],
  [
    'a refund of another program of the mall',
    'refund.processed',
    { payment, refund: { ...refund, receipt: 'bill 7' } },
    { ...backAs(null), refundId: null },
  ],
  [
    'a payment that is given back because it was never captured',
    'refund.processed',
    { payment: { ...payment, status: 'refunded', captured: false }, refund: { ...refund, receipt: null } },
    { vendorOrderId: 'order_1', returned: { vendorPaymentId: 'pay_1', amountPaise: 14_160 } },
  ],
  [
    'a dispute that asks for evidence, whose payment names no order',
    'payment.dispute.action_required',
    { payment: { ...payment, status: 'authorized', order_id: null }, dispute, evidence: { amount: 14_160 } },
    { dispute: expect.objectContaining({ vendorDisputeId: 'disp_1', vendorOrderId: null, vendorPaymentId: 'pay_1', state: 'open' }) },
  ],
  ['bad news of a bank', 'payment.downtime.started', { 'payment.downtime': { id: 'down_1' } }, null],
  ['a transfer', 'settlement.processed', { settlement: { id: 'setl_1', fees: 0, tax: 0 } }, null],
  ['a payment without an order of ours', 'payment.captured', { payment: { ...payment, order_id: null } }, null],
] as const)('reads an event about %s', (_what, kind, payload, about) => {
  const entities = Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }]))
  // This one has its time inside, and none on top.
  const isInside = kind === 'refund.speed_changed'
  const times = isInside ? { payload: { ...entities, created_at: 1 }, created_at: undefined } : { payload: entities }
  const { raw, headers } = razorpay.signed({ event: kind, contains: Object.keys(payload), ...times })
  const read = gateway.readWebhook?.(raw, headers, { ...credentials, webhookSecrets: [razorpay.keys.webhookSecret] })
  expect(read).toEqual({ id: headers['x-razorpay-event-id'], isReadable: true, about })
})
