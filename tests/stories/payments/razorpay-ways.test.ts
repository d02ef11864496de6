import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/base/time.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { readVendorMatters } from '#contract/payments/vendor-books-calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, verifiedShopper } from '#tests/support/people/people.ts'
import { booksOf, deliver, MALL, payerAtBank, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** Where Razorpay’s pages contradict each other, or it does something on its own: each of its ways ends in the same books. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())
const as = clientOf(() => world.app.address)

describe('an order whose answer was lost, and which no list has yet', () => {
  afterEach(() => {
    world.razorpay.repeats = 'another'
  })

  test.each(['another', 'refused', 'same'] as const)('is paid once, if Razorpay treats its repeated receipt as: %s', async (way) => {
    world.razorpay.repeats = way
    const shopper = await verifiedShopper(world.app.address)
    const ticketId = await join(world.app.address, shopper, SHOP)
    const open = () => as(shopper, createPayment, { body: { ticketId, gateway: 'razorpay' } })
    world.razorpay.misbehave('POST /v1/orders', 'lost')
    expect((await open()).status).toBe(502)
    world.razorpay.emptyLists = 1
    const { payment, checkout } = (await done(open())).body
    world.razorpay.pay(checkout.gateway === 'razorpay' ? checkout.orderId : '')
    world.razorpay.decide()
    expect((await as(shopper, confirmPayment, { id: payment.id, body: {} })).status).toBe(200)
  })
})

describe('a refund', () => {
  afterEach(() => {
    world.razorpay.refundAnswer = 'pending'
  })

  test.each([
    // It is running, or was asked for with another body: the list of refunds tells.
    ['running', 'pending'],
    ['mismatch', 'pending'],
    ['processed', 'processed'],
  ] as const)('that Razorpay answers as %s is made once, and is %s then', async (answer, state) => {
    const payer = await payerAtBank(world, 'razorpay')
    await done(as(payer.shopper, confirmPayment, { id: payer.paymentId, body: {} }))
    world.razorpay.refundAnswer = answer
    const owner = await ownerOf(world.app.address)
    await done(as(owner, refundPayment, { id: payer.paymentId, body: { reason: 'closed' } }))
    await world.app.running.tick()
    const rows = () => world.app.database.db.selectFrom('refund').select(['id', 'state']).where('paymentId', '=', payer.paymentId).execute()
    expect(await rows()).toMatchObject([{ state }])
    world.razorpay.decide()
    world.app.clock.advance(MINUTE)
    await world.app.running.tick()
    expect(await rows()).toMatchObject([{ state: 'processed' }])
    expect(world.razorpay.refundsOf(payer.paymentId)).toBe(1)
    expect(world.razorpay.paidOut(payer.paymentId)).toBe(14_160)
  })
})

test('a payment that Razorpay never captures and gives back buys nothing, and the owner sees that it went back', async () => {
  const payer = await payerOf(world, 'razorpay')
  const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
  await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.authorized', id))
  await deliver(world, razorpayWebhook, world.razorpay.returnEventOf(id))
  for (let n = 0; n < 3; n += 1) {
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
  }
  expect(await booksOf(world, payer)).toMatchObject({ state: 'expired', hasToken: false, captures: 0, refunds: 0 })
  const { orphans } = (await done(as(await ownerOf(world.app.address), readVendorMatters, { id: MALL }))).body
  expect(orphans.filter(({ vendorPaymentId }) => vendorPaymentId === id)).toMatchObject([{ returnedAt: expect.any(String) }])
})
