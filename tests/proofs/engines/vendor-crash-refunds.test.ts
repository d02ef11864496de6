import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/base/time.ts'
import { type VendorName, vendorNames } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { ask } from '#tests/support/calls/client.ts'
import type { Payer } from '#tests/support/people/vendor-payers.ts'
import type { Work } from '#tests/support/server/fail-points.ts'
import { BOUGHT, startVendorProduct, type VendorProduct } from '#tests/support/server/vendor-product.ts'

/** A server is killed (SIGKILL) while money goes back: at both commits of a refund, and while it asks the vendor for it. */

let world: VendorProduct
beforeAll(async () => {
  world = await startVendorProduct('by hand')
})
afterAll(() => world.cleanUp())

/** Pays at a bank that takes longer than the hold of the ticket. */
async function paidLate(vendor: VendorName): Promise<Payer> {
  const payer = await world.ordered(vendor)
  world.vendors[vendor].double.pay(payer.vendorOrderId)
  await world.product.kill()
  const holdUntil = new Date(Date.now() - HOUR)
  await world.look((db) => db.updateTable('ticket').set({ holdUntil }).where('id', '=', payer.ticketId).execute())
  await world.startAgain()
  // The first ends the hold and the order, the second asks the vendor to end its order.
  for (let n = 0; n < 2; n += 1) await world.product.tick()
  world.vendors[vendor].double.decide()
  return payer
}

/** A refund of each kind: whose money, what causes it, and the books at the end. */
const refunds = {
  'that a person asks for': {
    payer: (vendor: VendorName) => world.bought(vendor),
    // A part, because the vendor itself refuses to give more than all of it back.
    cause: ({ paymentId }: Payer) =>
      ask(world.product.address, refundPayment, { id: paymentId, body: { amountPaise: 5000, reason: 'too slow' } }, world.owner),
    amountPaise: 5000,
    books: { ...BOUGHT, refunds: ['owner 5000 processed'], messages: ['part', 'token'] },
  },
  'of money that comes after the hold': {
    payer: paidLate,
    cause: ({ vendorOrderId }: Payer, vendor: VendorName) => world.deliver(vendor, world.vendors[vendor].paidEvent(vendorOrderId)),
    amountPaise: 14_160,
    books: { ...BOUGHT, state: 'refunded', hasToken: false, receipts: 0, refunds: ['late 14160 processed'], messages: ['refund'] },
  },
}

describe.each(vendorNames)('a server that is killed during a refund at %s', (vendor) => {
  const steps = () => ({
    'it is stored': { commit: 'refund' as Work },
    'the vendor makes it': { call: world.vendors[vendor].calls.refund },
    'it is settled': { commit: 'settled refund' as Work },
  })
  const moments = [
    ['before', 'it is stored', { stored: [], atVendor: 0 }],
    ['after', 'it is stored', { stored: ['due'], atVendor: 0 }],
    ['before', 'the vendor makes it', { stored: ['sent'], atVendor: 0 }],
    ['after', 'the vendor makes it', { stored: ['sent'], atVendor: 1 }],
    ['before', 'it is settled', { stored: ['pending'], atVendor: 1 }],
    ['after', 'it is settled', { stored: ['processed'], atVendor: 1 }],
  ] as const
  const kinds = Object.keys(refunds) as (keyof typeof refunds)[]
  test.each(kinds.flatMap((kind) => moments.map((moment) => [kind, ...moment] as const)))(
    '%s, %s %s: the vendor makes it once, and the shopper is told once',
    async (kind, when, step, left) => {
      const { product, vendors, deliver } = world
      const { double, refundedEvent } = vendors[vendor]
      const payer = await refunds[kind].payer(vendor)
      const cause = () => refunds[kind].cause(payer, vendor)
      const settle = () => {
        double.decide()
        return deliver(vendor, refundedEvent(payer.vendorOrderId))
      }
      const atVendor = () => double.books().refunds.filter(({ orderId }) => orderId === payer.vendorOrderId)
      await world.killAt({ when, ...steps()[step] }, cause, product.tick, settle)
      const stored = await world.look((db) => db.selectFrom('refund').select('state').where('paymentId', '=', payer.paymentId).execute())
      expect({ stored: stored.map(({ state }) => state), atVendor: atVendor().length }).toEqual(left)
      await world.startAgain()
      // Without an answer, the person asks again and the vendor reports again.
      if (stored.length === 0) await cause()
      await product.tick()
      for (let n = 0; n < 2; n += 1) await settle()
      expect(await world.booksOf(payer)).toEqual(refunds[kind].books)
      expect(atVendor()).toMatchObject([{ amountPaise: refunds[kind].amountPaise, state: 'paid' }])
    },
  )
})
