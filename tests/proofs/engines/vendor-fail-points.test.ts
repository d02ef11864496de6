import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { createPayment, readPayment } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { addressOf, ask, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, verifiedShopper } from '#tests/support/people/people.ts'
import { MALL } from '#tests/support/people/vendor-payers.ts'
import { eventually } from '#tests/support/server/app.ts'
import { failPoints } from '#tests/support/server/fail-points.ts'
import type { Product } from '#tests/support/server/product.ts'
import { type RazorpayProduct, startRazorpayProduct } from '#tests/support/server/razorpay-product.ts'
import type { Razorpay } from '#tests/support/vendors/razorpay.ts'

/** The vendor reports a payment again until it gets 200. */

let world: RazorpayProduct
let product: Product
let razorpay: Razorpay
beforeAll(async () => {
  world = await startRazorpayProduct('to fail')
  ;({ product, razorpay } = world)
})
afterAll(() => world.cleanUp())

/** A node that ends keeps its claim to an event for 20 seconds: this ends that time. No event is open without a claim. */
const endClaims = () =>
  product.look(async ({ db }) => {
    const open = await db.selectFrom('vendorEvent').select(['id', 'receivedAt', 'nextTryAt']).where('handledAt', 'is', null).execute()
    for (const { id, receivedAt, nextTryAt } of open) {
      expect(nextTryAt?.getTime()).toBe(receivedAt.getTime() + 20 * SECOND)
      await db.updateTable('vendorEvent').set({ nextTryAt: receivedAt }).where('id', '=', id).execute()
    }
  })

describe('a server that is killed while a vendor reports a payment', () => {
  // Each of these is a failure of its own; what is between them is the same.
  const points = failPoints.filter((point) => point !== 'before insert' && point !== 'after answer')
  test.each(points)('%s: the payment buys one token with one receipt', async (point) => {
    const { address } = product
    const shopper = await verifiedShopper(address)
    const ticketId = await join(address, shopper, SHOP)
    const { body } = await ask(address, createPayment, { body: { ticketId, gateway: 'razorpay' } }, shopper)
    const { checkout, payment } = body
    const claim = razorpay.pay(checkout.gateway === 'razorpay' ? checkout.orderId : null)
    razorpay.decide()
    const { raw, headers } = razorpay.eventOf('payment.captured', claim.razorpay_payment_id)
    const report = () =>
      fetch(address + addressOf(razorpayWebhook, { id: MALL }), { method: 'POST', headers, body: Buffer.from(raw) }).catch(() => null)
    const died = product.failAt(point, 'webhook')
    await report()
    expect(await died, 'the fail point was reached').toBe('SIGKILL')
    await endClaims()
    await product.start('to fail')
    await eventually(async () => ((await report())?.ok ? true : undefined))
    const state = async () => (await send(address, readPayment, { id: payment.id }, shopper)).body
    await eventually(async () => ((await state()).payment?.state === 'captured' ? true : undefined), 300_000)
    expect((await state()).receiptId).toEqual(expect.any(String))
  })
})
