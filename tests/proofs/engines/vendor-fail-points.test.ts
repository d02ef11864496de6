import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { readPayment } from '#contract/payments/calls.ts'
import { vendorNames } from '#contract/payments/payments.ts'
import { send } from '#tests/support/calls/client.ts'
import { eventually } from '#tests/support/server/app.ts'
import { failPoints } from '#tests/support/server/fail-points.ts'
import { startVendorProduct, type VendorProduct } from '#tests/support/server/vendor-product.ts'

/** The vendor reports a payment again until it gets 200. */

let world: VendorProduct
beforeAll(async () => {
  world = await startVendorProduct('to fail')
})
afterAll(() => world.cleanUp())

/** A node that ends keeps its claim to an event for 20 seconds: this ends that time. No event is open without a claim. */
const endClaims = () =>
  world.look(async (db) => {
    const open = await db.selectFrom('vendorEvent').select(['id', 'receivedAt', 'nextTryAt']).where('handledAt', 'is', null).execute()
    for (const { id, receivedAt, nextTryAt } of open) {
      expect(nextTryAt?.getTime()).toBe(receivedAt.getTime() + 20 * SECOND)
      await db.updateTable('vendorEvent').set({ nextTryAt: receivedAt }).where('id', '=', id).execute()
    }
  })

describe.each(vendorNames)('a server that is killed while %s reports a payment', (vendor) => {
  // Each of these is a failure of its own; what is between them is the same.
  const points = failPoints.filter((point) => point !== 'before insert' && point !== 'after answer')
  test.each(points)('%s: the payment buys one token with one receipt', async (point) => {
    const { product, vendors, deliver } = world
    const { shopper, paymentId, vendorOrderId } = await world.paid(vendor)
    const event = vendors[vendor].paidEvent(vendorOrderId)
    const report = () => deliver(vendor, event).catch((error: Error) => error)
    const died = product.failAt(point, 'webhook')
    await report()
    expect(await died, 'the fail point was reached').toBe('SIGKILL')
    await endClaims()
    await product.start('to fail')
    await eventually(async () => ((await report()) instanceof Error ? undefined : true))
    const state = async () => (await send(product.address, readPayment, { id: paymentId }, shopper)).body
    await eventually(async () => ((await state()).payment?.state === 'captured' ? true : undefined), 300_000)
    expect((await state()).receiptId).toEqual(expect.any(String))
  })
})
