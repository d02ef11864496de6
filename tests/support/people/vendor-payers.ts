import { MINUTE } from '#contract/base/time.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { changeGateway, returnFromVendor } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import type { Log } from '#server/kit/log.ts'
import { addressOf, ask, type KnownCall, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { type Cashfree, openCashfree } from '#tests/support/vendors/cashfree.ts'
import { openRazorpay, type Razorpay, type SignedEvent } from '#tests/support/vendors/razorpay.ts'

export const MALL = 'phoenix-mall'

/** The product with both vendors on this machine, switched on in the demo's mall. */
export interface Vendors {
  app: TestApp
  razorpay: Razorpay
  cashfree: Cashfree
  stop(): Promise<void>
}

export async function startWithVendors({ log }: { log?: Log } = {}): Promise<Vendors> {
  const [razorpay, cashfree] = [await openRazorpay(), await openCashfree()]
  const app = await startApp({
    ...(log && { log }),
    env: { RAZORPAY_API_URL: razorpay.url, CASHFREE_API_URL: `${cashfree.url}/`, LOG_LEVEL: 'silent' },
  })
  const owner = await ownerOf(app.address)
  await ask(app.address, changeGateway, { id: MALL, body: { name: 'razorpay', on: true, ...razorpay.keys } }, owner)
  await ask(app.address, changeGateway, { id: MALL, body: { name: 'cashfree', on: true, ...cashfree.keys } }, owner)
  return {
    ...{ app, razorpay, cashfree },
    async stop() {
      await app.stop()
      await Promise.all([razorpay.close(), cashfree.close()])
    },
  }
}

export interface Payer {
  shopper: Shopper
  ticketId: string
  paymentId: string
  vendorOrderId: string
}

export async function payerOf({ app }: Vendors, gateway: VendorName): Promise<Payer> {
  const shopper = await verifiedShopper(app.address)
  const ticketId = await join(app.address, shopper, SHOP)
  const { body } = await ask(app.address, createPayment, { body: { ticketId, gateway } }, shopper)
  const { checkout, payment } = body
  return { shopper, ticketId, paymentId: payment.id, vendorOrderId: checkout.gateway === 'razorpay' ? checkout.orderId : payment.id }
}

/** Delivers an event byte by byte as the vendor sent it. Returns the status and the code of a refusal. */
export async function deliver({ app }: Vendors, call: KnownCall, { raw, headers }: SignedEvent, mall = MALL) {
  const answer = await fetch(app.address + addressOf(call, { id: mall }), { method: 'POST', headers, body: Buffer.from(raw) })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

export const confirm = ({ app }: Vendors, { paymentId, shopper }: Payer, body: object = {}) =>
  send(app.address, confirmPayment, { id: paymentId, body: { ...body } }, shopper)

export async function holdEnds({ app }: Vendors): Promise<void> {
  app.clock.advance(16 * MINUTE)
  await app.running.tick()
}

/** Comes back from the vendor with its form, as a browser without our cookie. */
export const goBack = ({ app }: Vendors, paymentId: string, form: Record<string, string>) =>
  fetch(app.address + addressOf(returnFromVendor, { id: paymentId }), {
    method: 'POST',
    headers: { origin: 'https://api.razorpay.com', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

/** The state of a payment, and how many tokens, receipts, messages, captures and refunds it has caused. */
export async function booksOf({ app }: Vendors, { paymentId, ticketId }: Payer) {
  const { db } = app.database
  const { state } = await db.selectFrom('payment').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow()
  const { number } = await db.selectFrom('ticket').select('number').where('id', '=', ticketId).executeTakeFirstOrThrow()
  const receipts = await db.selectFrom('receipt').select('id').where('paymentId', '=', paymentId).execute()
  const messages = await db.selectFrom('message').select('kind').where('ticketId', '=', ticketId).execute()
  const attempts = await db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', paymentId).execute()
  const count = (kind: string) => attempts.filter((one) => one.kind === kind).length
  return {
    state,
    hasToken: number !== null,
    receipts: receipts.length,
    messages: messages.map(({ kind }) => kind).sort(),
    captures: count('capture'),
    refunds: count('refund'),
  }
}

/** What the books say about a payment that bought its token. */
export const BOUGHT = { state: 'captured', hasToken: true, receipts: 1, messages: ['token'], captures: 1, refunds: 0 }
/** What they say about money that came too late and went back. */
export const GIVEN_BACK = { state: 'refunded', hasToken: false, receipts: 0, messages: ['refund'], captures: 1, refunds: 1 }
