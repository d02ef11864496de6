import { HOUR } from '#contract/base/time.ts'
import { createPayment } from '#contract/payments/calls.ts'
import { cashfreeWebhook, changeGateway, checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import type { Database } from '#server/db/open.ts'
import { addressOf, ask, type Credentials, type KnownCall, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { insist } from '#tests/support/people/payers.ts'
import { join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { MALL, type Payer } from '#tests/support/people/vendor-payers.ts'
import type { Work } from '#tests/support/server/fail-points.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { type Cashfree, openCashfree } from '#tests/support/vendors/cashfree.ts'
import { openRazorpay, type Razorpay } from '#tests/support/vendors/razorpay.ts'
import type { SignedEvent } from '#tests/support/vendors/razorpay-events.ts'

/** A vendor's double, and what each vendor says in its own words. */
export interface AtVendor {
  double: Razorpay | Cashfree
  webhook: KnownCall
  /** How the names of its calls begin. */
  calls: { order: string; payments(vendorOrderId: string): string; refund: string; transfers: string }
  /** The vendor's ids of the orders that it has made for our payment. */
  ordersOf(paymentId: string): Promise<string[]>
  paidEvent(vendorOrderId: string): SignedEvent
  refundedEvent(vendorOrderId: string): SignedEvent
}

const atRazorpay = (razorpay: Razorpay): AtVendor => ({
  double: razorpay,
  webhook: razorpayWebhook,
  calls: {
    order: 'POST /v1/orders',
    payments: (id) => `GET /v1/orders/${id}/payments`,
    refund: 'POST /v1/payments/',
    transfers: 'GET /v1/settlements/',
  },
  async ordersOf(paymentId) {
    const authorization = `Basic ${Buffer.from(`${razorpay.keys.keyId}:${razorpay.keys.keySecret}`).toString('base64')}`
    const answer = await fetch(`${razorpay.url}/v1/orders?receipt=${paymentId}`, { headers: { authorization } })
    const { items } = (await answer.json()) as { items: { id: string }[] }
    return items.map(({ id }) => id)
  },
  paidEvent: (vendorOrderId) => razorpay.eventOf('payment.captured', razorpay.paymentsOf(vendorOrderId)[0]?.id ?? ''),
  refundedEvent: (vendorOrderId) =>
    razorpay.refundEventOf('refund.processed', razorpay.books().refunds.find(({ orderId }) => orderId === vendorOrderId)?.id ?? ''),
})

const atCashfree = (cashfree: Cashfree): AtVendor => ({
  double: cashfree,
  webhook: cashfreeWebhook,
  calls: {
    order: 'POST /pg/orders',
    payments: (id) => `GET /pg/orders/${id}/payments`,
    refund: 'POST /pg/orders/',
    transfers: 'POST /pg/settlement/',
  },
  ordersOf: async (paymentId) => (cashfree.statusOf(paymentId) === undefined ? [] : [paymentId]),
  paidEvent: (vendorOrderId) => cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', vendorOrderId),
  refundedEvent: (vendorOrderId) => cashfree.eventOf('REFUND_STATUS_WEBHOOK', vendorOrderId),
})

/** The server is killed before or after the commit of a work, or before or after the vendor does what a call asks. */
export type Moment = { when: 'before' | 'after' } & ({ commit: Work } | { call: string })

/** A product that can be killed, whose demo mall has an account at each vendor of this machine. */
export interface VendorProduct {
  product: Product
  vendors: Readonly<Record<VendorName, AtVendor>>
  owner: Credentials
  /** A shopper with a ticket that is not paid. Starts the product if it is down. */
  joined(): Promise<{ shopper: Shopper; ticketId: string }>
  /** A shopper with an open order at a vendor. */
  ordered(vendor: VendorName): Promise<Payer>
  /** A shopper who has paid at a vendor; no one has told us of it. */
  paid(vendor: VendorName): Promise<Payer>
  bought(vendor: VendorName): Promise<Payer>
  check(payer: Payer): Promise<unknown>
  /** Throws unless the event is accepted. */
  deliver(vendor: VendorName, event: SignedEvent): Promise<void>
  /** Kills the server at this moment of these acts, of which the later ones are left out. Throws if they end without that moment. */
  killAt(moment: Moment, ...acts: (() => Promise<unknown>)[]): Promise<void>
  /** Reads or changes rows of the product, which is down. */
  look<T>(read: (db: Database['db']) => Promise<T>): Promise<T>
  /** Ends the time of all claims and pauses in the rows, and starts the product. Transfers are read of the named vendor only. */
  startAgain(transfersOf?: VendorName): Promise<void>
  /** Does the work that is due, then ends the product, because its rows can be read only then on the embedded engine. */
  booksOf(payer: Pick<Payer, 'paymentId' | 'ticketId'>): Promise<typeof BOUGHT>
  cleanUp(): Promise<void>
}

/** What the books say about a payment that bought its token. */
export const BOUGHT = {
  state: 'captured',
  hasToken: true,
  receipts: 1,
  captures: 1,
  refunds: [] as string[],
  messages: ['token'] as string[],
}

export async function startVendorProduct(as: 'by hand' | 'to fail'): Promise<VendorProduct> {
  const [razorpay, cashfree] = [await openRazorpay(), await openCashfree()]
  const product = await killableProduct({
    env: {
      ...{ RAZORPAY_API_URL: razorpay.url, CASHFREE_API_URL: cashfree.url },
      ...{ SECRET_KEY: 'a key for tests, not for anybody else', LOG_LEVEL: 'silent' },
    },
  })
  const { address } = product
  await product.start(as)
  const owner = await insist(() => ownerOf(address))
  await ask(address, changeGateway, { id: MALL, body: { name: 'razorpay', on: true, ...razorpay.keys } }, owner)
  await ask(address, changeGateway, { id: MALL, body: { name: 'cashfree', on: true, ...cashfree.keys } }, owner)
  const vendors = { razorpay: atRazorpay(razorpay), cashfree: atCashfree(cashfree) }
  const look: VendorProduct['look'] = (read) => product.look(({ db }) => read(db))

  async function joined() {
    if (!product.alive()) await product.start(as)
    const shopper = await verifiedShopper(address)
    return { shopper, ticketId: await join(address, shopper, SHOP) }
  }
  async function ordered(gateway: VendorName): Promise<Payer> {
    const { shopper, ticketId } = await joined()
    const { body } = await ask(address, createPayment, { body: { ticketId, gateway } }, shopper)
    const { checkout, payment } = body
    return { shopper, ticketId, paymentId: payment.id, vendorOrderId: checkout.gateway === 'razorpay' ? checkout.orderId : payment.id }
  }
  async function paid(vendor: VendorName): Promise<Payer> {
    const payer = await ordered(vendor)
    const { double } = vendors[vendor]
    double.pay(payer.vendorOrderId)
    double.decide()
    return payer
  }
  const check = ({ paymentId, shopper }: Payer) => send(address, checkPayment, { id: paymentId }, shopper)

  return {
    ...{ product, vendors, owner, joined, ordered, paid, check, look },
    async bought(vendor) {
      const payer = await paid(vendor)
      await check(payer)
      return payer
    },
    async deliver(vendor, { raw, headers }) {
      const to = address + addressOf(vendors[vendor].webhook, { id: MALL })
      const { status } = await fetch(to, { method: 'POST', headers, body: Buffer.from(raw) })
      if (status !== 200) throw new Error(`the event got ${status}`)
    },
    async killAt(moment, ...acts) {
      const died = Promise.withResolvers<void>()
      if ('commit' in moment) void product.failAt(`${moment.when} commit`, moment.commit).then(() => died.resolve())
      else
        for (const { double } of Object.values(vendors))
          double.interrupt(moment.call, moment.when, async () => {
            await product.kill()
            died.resolve()
          })
      let isCut = false
      for (const act of acts) {
        await act().catch((error: unknown) => {
          // A request whose server dies fails so.
          if (!(error instanceof TypeError)) throw error
          isCut = true
        })
        isCut ||= !product.alive()
        if (isCut) return died.promise
      }
      throw new Error(`the server was not killed: ${JSON.stringify(moment)}`)
    },
    async startAgain(transfersOf) {
      await product.kill()
      const before = new Date(Date.now() - HOUR)
      await look(async (db) => {
        await db.updateTable('refund').set({ tryAt: null }).where('state', 'in', ['sent', 'pending']).execute()
        await db.updateTable('vendorOrder').set({ nextCheckAt: before }).where('nextCheckAt', 'is not', null).execute()
        await db.updateTable('vendorEvent').set({ nextTryAt: before }).where('handledAt', 'is', null).execute()
        if (transfersOf) await db.updateTable('gatewayAccount').set({ nextImportAt: before }).where('gateway', '=', transfersOf).execute()
      })
      await product.start(as)
    },
    async booksOf({ paymentId, ticketId }) {
      await product.tick()
      await product.kill()
      return look(async (db) => {
        const payment = await db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()
        const ticket = await db.selectFrom('ticket').select('number').where('id', '=', ticketId).executeTakeFirstOrThrow()
        const receipts = await db.selectFrom('receipt').select('id').where('paymentId', '=', paymentId).execute()
        const attempts = await db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', paymentId).execute()
        const refunds = await db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).execute()
        const messages = await db.selectFrom('message').select('kind').where('ticketId', '=', ticketId).execute()
        return {
          ...{ state: payment.state, hasToken: ticket.number !== null, receipts: receipts.length },
          captures: attempts.filter(({ kind }) => kind === 'capture').length,
          refunds: refunds.map(({ kind, amountPaise, state }) => `${kind} ${amountPaise} ${state}`),
          messages: messages.map(({ kind }): string => kind).sort(),
        }
      })
    },
    async cleanUp() {
      await product.cleanUp()
      await Promise.all([razorpay.close(), cashfree.close()])
    },
  }
}
