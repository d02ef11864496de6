import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDateOf } from '#contract/base/time.ts'
import { vendorNames } from '#contract/payments/payments.ts'
import type { Work } from '#tests/support/server/fail-points.ts'
import { BOUGHT, startVendorProduct, type VendorProduct } from '#tests/support/server/vendor-product.ts'

/**
 * A server is killed (SIGKILL) while it asks a vendor for news: before or after the vendor has answered, and before or after the commit of
 * what it has heard. What the server had claimed stays claimed for a while; the test ends that time in the rows.
 */

let world: VendorProduct
beforeAll(async () => {
  world = await startVendorProduct('by hand')
})
afterAll(() => world.cleanUp())

describe.each(vendorNames)('a server that is killed while it asks %s', (vendor) => {
  test.each([
    ['a person', 'before', 'the vendor has answered'],
    ['a person', 'after', 'the vendor has answered'],
    ['the server', 'after', 'the vendor has answered'],
    ['a person', 'before', 'the capture is stored'],
    ['a person', 'after', 'the capture is stored'],
  ] as const)('by a check of %s, %s %s: the payment is captured once', async (by, when, step) => {
    const payer = await world.paid(vendor)
    const { product, vendors } = world
    const check = () => world.check(payer)
    // The server asks 30 seconds after the order was opened.
    if (by === 'the server') await world.startAgain()
    const moment =
      step === 'the capture is stored' ? { commit: 'capture' as Work } : { call: vendors[vendor].calls.payments(payer.vendorOrderId) }
    await world.killAt({ when, ...moment }, by === 'a person' ? check : product.tick)
    await world.startAgain()
    await product.tick()
    await Promise.all([check(), check(), product.tick()])
    expect(await world.booksOf(payer)).toEqual(BOUGHT)
  })

  test.each([
    ['after', 'the vendor has answered'],
    ['before', 'the transfers are stored'],
    ['after', 'the transfers are stored'],
  ] as const)('for its transfers, %s %s: each entry is there once, and the sums are the vendor’s', async (when, step) => {
    const { double, calls } = world.vendors[vendor]
    const [{ vendorOrderId }] = [await world.bought(vendor), await world.bought(vendor)]
    // Another program of the mall uses the same account.
    const elsewhere = `elsewhere-${vendorOrderId}`
    double.copyOrder(vendorOrderId, elsewhere, 'the web shop')
    double.pay(elsewhere)
    double.decide()
    const told = double.settle(localDateOf(new Date(), 'Asia/Kolkata'))
    await world.startAgain(vendor)
    const moment = step === 'the transfers are stored' ? { commit: 'import' as Work } : { call: calls.transfers }
    await world.killAt({ when, ...moment }, world.product.tick)
    for (let n = 0; n < 2; n += 1) {
      await world.startAgain(vendor)
      await world.product.tick()
    }
    await world.product.kill()
    const lines = await world.look((db) =>
      db
        .selectFrom('settlementLine')
        .innerJoin('settlement', 'settlement.id', 'settlementLine.settlementId')
        .select(['vendorLineId', 'netPaise', 'settlementLine.paymentId'])
        .where('utr', '=', told.utr)
        .execute(),
    )
    expect(new Set(lines.map(({ vendorLineId }) => vendorLineId)).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.reduce((sum, { netPaise }) => sum + netPaise, 0)).toBe(told.net)
    const unknown = lines.filter(({ paymentId }) => paymentId === null)
    expect(unknown).toHaveLength(1)
    const name = unknown[0]?.vendorLineId.replace('payment ', '') ?? ''
    expect(await world.look((db) => db.selectFrom('orphan').select('kind').where('vendorPaymentId', '=', name).execute())).toEqual([
      { kind: 'unknown' },
    ])
  })
})
