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
