import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { type GatewayName, type VendorName, vendorNames } from '#contract/payments/payments.ts'
import { ask } from '#tests/support/calls/client.ts'
import type { Shopper } from '#tests/support/people/people.ts'
import type { Work } from '#tests/support/server/fail-points.ts'
import { BOUGHT, startVendorProduct, type VendorProduct } from '#tests/support/server/vendor-product.ts'

/**
 * A server is killed (SIGKILL) while an order opens. The order is stored without the vendor's name for it, then the vendor makes its own
 * order, then that name is stored. Only an order whose name is stored can buy a ticket.
 */

let world: VendorProduct
beforeAll(async () => {
  world = await startVendorProduct('by hand')
})
afterAll(() => world.cleanUp())

interface Joined {
  shopper: Shopper
  ticketId: string
}
const open = async ({ shopper, ticketId }: Joined, gateway: GatewayName) =>
  (await ask(world.product.address, createPayment, { body: { ticketId, gateway } }, shopper)).body.payment.id

/** Our orders for a ticket, oldest first, each with how many orders the vendor has made for it. The product is down. */
async function ordersOf(ticketId: string, vendor: VendorName) {
  const rows = await world.look((db) =>
    db
      .selectFrom('payment')
      .leftJoin('vendorOrder', 'vendorOrder.paymentId', 'payment.id')
      .select(['payment.id', 'payment.state', 'vendorOrder.vendorOrderId'])
      .where('ticketId', '=', ticketId)
      .orderBy('createdAt')
      .execute(),
  )
  return Promise.all(
    rows.map(async ({ id, state, vendorOrderId }) => {
      const atVendor = await world.vendors[vendor].ordersOf(id)
      return { id, state, vendorOrderId, atVendor }
    }),
  )
}
const orphansOf = (vendorOrderId: string) =>
  world.look((db) => db.selectFrom('orphan').select(['kind', 'amountPaise']).where('vendorOrderId', '=', vendorOrderId).execute())

describe.each(vendorNames)('a server that is killed while an order opens at %s', (vendor) => {
  const steps = () => ({
    'the order is stored': { commit: 'order' as Work },
    'the vendor makes it': { call: world.vendors[vendor].calls.order },
    'its name is stored': { commit: 'vendor order' as Work },
  })
  test.each([
    ['before', 'the order is stored', { orders: 0, named: 0, atVendor: 0 }],
    ['after', 'the order is stored', { orders: 1, named: 0, atVendor: 0 }],
    ['before', 'the vendor makes it', { orders: 1, named: 0, atVendor: 0 }],
    ['after', 'the vendor makes it', { orders: 1, named: 0, atVendor: 1 }],
    ['before', 'its name is stored', { orders: 1, named: 0, atVendor: 1 }],
    ['after', 'its name is stored', { orders: 1, named: 1, atVendor: 1 }],
  ] as const)('%s %s: the shopper opens it again, and one order at the vendor buys one token', async (when, step, left) => {
    const joined = await world.joined()
    await world.killAt({ when, ...steps()[step] }, () => open(joined, vendor))
    const found = await ordersOf(joined.ticketId, vendor)
    expect({
      orders: found.length,
      named: found.filter(({ vendorOrderId }) => vendorOrderId !== null).length,
      atVendor: found.flatMap(({ atVendor }) => atVendor).length,
    }).toEqual(left)
    await world.startAgain()
    const paymentId = await open(joined, vendor)
    expect(await open(joined, vendor)).toBe(paymentId)
    const { double, ordersOf: ordersAt } = world.vendors[vendor]
    const [vendorOrderId = ''] = await ordersAt(paymentId)
    double.pay(vendorOrderId)
    double.decide()
    await world.check({ ...joined, paymentId, vendorOrderId })
    expect(await world.booksOf({ ...joined, paymentId })).toEqual(BOUGHT)
    expect(await ordersOf(joined.ticketId, vendor)).toEqual([
      { id: found[0]?.id ?? paymentId, state: 'captured', vendorOrderId, atVendor: [vendorOrderId] },
    ])
  })

  /** The vendor has made an order and has money for it, and its name was never stored here. */
  async function paidUnnamed() {
    const joined = await world.joined()
    await world.killAt({ when: 'after', ...steps()['the vendor makes it'] }, () => open(joined, vendor))
    const [order] = await ordersOf(joined.ticketId, vendor)
    const { double, paidEvent } = world.vendors[vendor]
    const [paymentId, vendorOrderId] = [order?.id ?? '', order?.atVendor[0] ?? '']
    double.pay(vendorOrderId)
    double.decide()
    await world.startAgain()
    await world.deliver(vendor, paidEvent(vendorOrderId))
    return { ...joined, paymentId, vendorOrderId }
  }

  test('the money of an order without a stored name buys the token when the shopper opens the order again', async () => {
    const payer = await paidUnnamed()
    expect(await open(payer, vendor)).toBe(payer.paymentId)
    await world.startAgain()
    expect(await world.booksOf(payer)).toEqual(BOUGHT)
    expect(await orphansOf(payer.vendorOrderId)).toEqual([])
  })

  test('the money of an order without a stored name is noted once after an hour if the shopper pays in another way', async () => {
    const payer = await paidUnnamed()
    const cash = await open(payer, 'cash')
    await world.product.kill()
    const receivedAt = new Date(Date.now() - 2 * HOUR)
    await world.look((db) => db.updateTable('vendorEvent').set({ receivedAt }).where('subject', '=', payer.vendorOrderId).execute())
    for (let n = 0; n < 2; n += 1) {
      await world.startAgain()
      await world.deliver(vendor, world.vendors[vendor].paidEvent(payer.vendorOrderId))
      await world.product.tick()
    }
    expect(await world.booksOf(payer)).toEqual({ ...BOUGHT, state: 'expired', hasToken: false, receipts: 0, captures: 0, messages: [] })
    expect(await ordersOf(payer.ticketId, vendor)).toMatchObject([
      { id: payer.paymentId, state: 'expired', vendorOrderId: null },
      { id: cash, state: 'created' },
    ])
    expect(await orphansOf(payer.vendorOrderId)).toEqual([{ kind: 'unknown', amountPaise: 14_160 }])
  })
})
