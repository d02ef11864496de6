import { MINUTE } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { cashfreeWebhook, changeGateway, razorpayWebhook, returnFromVendor } from '#contract/payments/gateway-calls.ts'
import { type GatewayName, type VendorName, vendorNames } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import type { Log } from '#server/kit/log.ts'
import { addressOf, ask, type Credentials, type KnownCall, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { type Cashfree, openCashfree } from '#tests/support/vendors/cashfree.ts'
import { openRazorpay, type Razorpay } from '#tests/support/vendors/razorpay.ts'
import type { SignedEvent } from '#tests/support/vendors/razorpay-events.ts'

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

/** The shopper has paid and the bank has decided; nothing has told us yet. */
export async function payerAtBank(world: Vendors, gateway: VendorName): Promise<Payer> {
  const payer = await payerOf(world, gateway)
  world[gateway].pay(payer.vendorOrderId)
  world[gateway].decide()
  return payer
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

/**
 * The ticket and its messages, and each payment of it, oldest first. `takenPaise` and `backPaise` are what the vendor says of its order;
 * cash has no vendor, so they are ours. `notesPaise`: the credit notes of its receipt.
 */
export async function moneyOf({ app, razorpay, cashfree }: Vendors, ticketId: string) {
  const { db } = app.database
  const [ticket, messages, rows, refunds, notes] = await Promise.all([
    db.selectFrom('ticket').select(['state', 'number']).where('id', '=', ticketId).executeTakeFirstOrThrow(),
    db.selectFrom('message').select('kind').where('ticketId', '=', ticketId).execute(),
    db
      .selectFrom('payment')
      .leftJoin('receipt', 'receipt.paymentId', 'payment.id')
      .selectAll('payment')
      .select('receipt.id as receiptId')
      .where('payment.ticketId', '=', ticketId)
      .orderBy('payment.createdAt')
      .execute(),
    db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .selectAll('refund')
      .where('payment.ticketId', '=', ticketId)
      .orderBy('refund.createdAt')
      .execute(),
    db
      .selectFrom('creditNote')
      .innerJoin('receipt', 'receipt.id', 'creditNote.receiptId')
      .select(['creditNote.receiptId', 'creditNote.totalPaise'])
      .where('receipt.ticketId', '=', ticketId)
      .execute(),
  ])
  const books = [razorpay.books(), cashfree.books()]
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  const payments = rows.map(({ id, gateway, state, vendorOrderId, amountPaise, refundingPaise, refundedPaise, capturedAt, receiptId }) => {
    const vendor = vendorNames.find((name) => name === gateway) ?? null
    const isPaid = vendor
      ? books.some((book) => book.payments.some((one) => one.orderId === vendorOrderId && one.state === 'paid'))
      : capturedAt !== null
    const back = books.flatMap((book) => book.refunds.filter((one) => one.orderId === vendorOrderId && one.state === 'paid'))
    return {
      ...{ id, vendor, state, vendorOrderId, amountPaise, refundingPaise, refundedPaise, receiptId },
      refunds: refunds.filter(({ paymentId }) => paymentId === id),
      notesPaise: sum(notes.filter((note) => note.receiptId === receiptId).map(({ totalPaise }) => totalPaise)),
      takenPaise: isPaid ? amountPaise : 0,
      backPaise: vendor ? sum(back.map((one) => one.amountPaise)) : refundedPaise,
    }
  })
  return { ticket, messages: messages.map(({ kind }) => kind).sort(), payments }
}

/** The vendors report each paid order of the ticket. */
export async function reportAll(world: Vendors, { ticketId }: Pick<Payer, 'ticketId'>): Promise<void> {
  const { razorpay, cashfree } = world
  for (const { vendor, vendorOrderId, takenPaise } of (await moneyOf(world, ticketId)).payments) {
    if (takenPaise === 0 || vendorOrderId === null) continue
    const paid = razorpay.paymentsOf(vendorOrderId).find(({ status }) => status === 'captured')
    if (paid) await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', paid.id))
    if (vendor === 'cashfree') await deliver(world, cashfreeWebhook, cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', vendorOrderId))
  }
}

/**
 * What people can do with the ticket of a shopper who has paid once. `reason` is that of a refund; equal presses with one reason are one
 * refund.
 */
export function actsOf(world: Vendors, payer: Payer, gateway: VendorName, desk: { owner: Credentials; staff: Credentials }) {
  const { ticketId, shopper } = payer
  const { address } = world.app
  const paid = new Set([payer.paymentId])
  const paymentsNow = async () => (await moneyOf(world, ticketId)).payments
  const order = (wanted: GatewayName) => send(address, createPayment, { body: { ticketId, gateway: wanted } }, shopper)
  const refund = async (reason: string, amountPaise?: number) => {
    const { id } = (await paymentsNow()).find(({ state }) => state === 'captured') ?? { id: payer.paymentId }
    return send(address, refundPayment, { id, body: { reason, ...(amountPaise && { amountPaise }) } }, desk.owner)
  }
  return {
    leave: () => send(address, cancelTicket, { id: ticketId }, shopper),
    'refund a part': (reason: string) => refund(reason, 5000),
    'refund what is left': (reason: string) => refund(reason),
    'change the vendor': () => order(gateway === 'razorpay' ? 'cashfree' : 'razorpay'),
    'change to cash': () => order('cash'),
    'change back': () => order(gateway),
    async 'pay the newest order'() {
      const newest = (await paymentsNow()).findLast(({ vendor }) => vendor !== null)
      if (!newest?.vendor || paid.has(newest.id)) return
      paid.add(newest.id)
      world[newest.vendor].pay(newest.vendorOrderId)
    },
    async 'confirm the newest order'() {
      const newest = (await paymentsNow()).findLast(({ vendor }) => vendor !== null)
      return newest && confirm(world, { ...payer, paymentId: newest.id })
    },
    async 'take cash'() {
      const cash = (await paymentsNow()).findLast(({ vendor }) => vendor === null)
      return cash && send(address, confirmPayment, { id: cash.id, body: {} }, desk.staff)
    },
    'report all orders': () => reportAll(world, payer),
  }
}
