import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR, localDateOf } from '#contract/base/time.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { checkPayment, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import type { Database } from '#server/db/open.ts'
import { addressOf, ask, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { MALL } from '#tests/support/people/vendor-payers.ts'
import type { Product } from '#tests/support/server/product.ts'
import { type RazorpayProduct, startRazorpayProduct } from '#tests/support/server/razorpay-product.ts'
import type { Razorpay, SignedEvent } from '#tests/support/vendors/razorpay.ts'

/**
 * A server is killed (SIGKILL) while it talks to a vendor, before or after the vendor has done what it was asked. No one hears the answer
 * then. What the server had claimed stays claimed for a while; the test ends that time in the rows.
 */

let world: RazorpayProduct
let product: Product
let razorpay: Razorpay
beforeAll(async () => {
  world = await startRazorpayProduct('by hand')
  ;({ product, razorpay } = world)
})
afterAll(() => world.cleanUp())
beforeEach(() => razorpay.behave())

interface Paid {
  shopper: Shopper
  ticketId: string
  paymentId: string
  vendorOrderId: string
}

/** Pays an order at the vendor; no one has told us of it. */
async function paid(): Promise<Paid> {
  const { address } = product
  const shopper = await verifiedShopper(address)
  const ticketId = await join(address, shopper, SHOP)
  const { body } = await ask(address, createPayment, { body: { ticketId, gateway: 'razorpay' } }, shopper)
  const vendorOrderId = body.checkout.gateway === 'razorpay' ? body.checkout.orderId : ''
  razorpay.pay(vendorOrderId)
  razorpay.decide()
  return { shopper, ticketId, paymentId: body.payment.id, vendorOrderId }
}
async function bought(): Promise<Paid> {
  const payer = await paid()
  await ask(product.address, confirmPayment, { id: payer.paymentId }, payer.shopper)
  return payer
}
const deliver = ({ raw, headers }: SignedEvent) =>
  fetch(product.address + addressOf(razorpayWebhook, { id: MALL }), { method: 'POST', headers, body: Buffer.from(raw) })

/** Kills the server during this call to the vendor, which `act` causes. On the embedded engine the rows can be read only then. */
async function dieDuring(call: string, moment: 'before' | 'after', act: () => Promise<unknown>): Promise<void> {
  const died = Promise.withResolvers<void>()
  razorpay.interrupt(call, moment, async () => {
    await product.kill()
    died.resolve()
  })
  await Promise.all([died.promise, act().catch(() => {})])
  expect(product.alive()).toBe(false)
}
const look = <T>(read: (db: Database['db']) => Promise<T>) => product.look(({ db }) => read(db))
async function startAfterClaims(): Promise<void> {
  await look(async (db) => {
    await db.updateTable('refund').set({ tryAt: null }).where('state', 'in', ['sent', 'pending']).execute()
    const now = new Date(Date.now() - HOUR)
    await db.updateTable('vendorOrder').set({ nextCheckAt: now }).where('nextCheckAt', 'is not', null).execute()
    await db.updateTable('gatewayAccount').set({ nextImportAt: now }).execute()
  })
  await product.start('by hand')
}

/** Ends the server, since its rows can be read only then. */
async function booksOf({ paymentId, ticketId }: Paid) {
  await product.kill()
  return look(async (db) => {
    const payment = await db.selectFrom('payment').select(['state', 'refundedPaise']).where('id', '=', paymentId).executeTakeFirstOrThrow()
    const { number } = await db.selectFrom('ticket').select('number').where('id', '=', ticketId).executeTakeFirstOrThrow()
    const receipts = await db.selectFrom('receipt').select('id').where('paymentId', '=', paymentId).execute()
    const attempts = await db.selectFrom('paymentAttempt').select('kind').where('paymentId', '=', paymentId).execute()
    const refunds = await db.selectFrom('refund').select('state').where('paymentId', '=', paymentId).execute()
    const captures = attempts.filter(({ kind }) => kind === 'capture').length
    return {
      state: payment.state,
      hasToken: number !== null,
      receipts: receipts.length,
      captures,
      refunds: refunds.map(({ state }): string => state),
      refundedPaise: payment.refundedPaise,
    }
  })
}
const BOUGHT = { state: 'captured', hasToken: true, receipts: 1, captures: 1, refunds: [] as string[], refundedPaise: 0 }

test.each(['before', 'after'] as const)(
  'killed during a refund, %s the vendor has made it: the vendor makes it once, and it is recorded once',
  async (moment) => {
    if (!product.alive()) await product.start('by hand')
    const payer = await bought()
    const owner = await ownerOf(product.address)
    await dieDuring('POST /v1/payments/', moment, async () => {
      // A part, because the vendor itself refuses to give more than all of it back.
      await ask(product.address, refundPayment, { id: payer.paymentId, body: { amountPaise: 5000, reason: 'too slow' } }, owner)
      await product.tick()
    })
    const open = await look((db) =>
      db.selectFrom('refund').select(['id', 'state', 'tryAt']).where('paymentId', '=', payer.paymentId).execute(),
    )
    expect(open).toEqual([{ id: expect.any(String), state: 'sent', tryAt: expect.any(Date) }])
    const refundId = open[0]?.id ?? ''
    const atVendor = () => [razorpay.refundsOf(refundId), razorpay.paidOut(refundId)]
    expect(atVendor()).toEqual([moment === 'before' ? 0 : 1, 0])
    await startAfterClaims()
    await product.tick()
    expect(atVendor()).toEqual([1, 0])
    razorpay.decide()
    const told = razorpay.refundEventOf('refund.processed', refundId)
    for (let n = 0; n < 2; n += 1) expect((await deliver(told)).status).toBe(200)
    await product.tick()
    expect(await booksOf(payer)).toEqual({ ...BOUGHT, refunds: ['processed'], refundedPaise: 5000 })
    expect(atVendor()).toEqual([1, 5000])
  },
)

test.each([
  ['a person', 'before'],
  ['a person', 'after'],
  ['the server', 'after'],
] as const)('killed during a check of a payment by %s, %s the vendor has answered: the payment is captured once', async (by, moment) => {
  if (!product.alive()) await product.start('by hand')
  const payer = await paid()
  const check = () => send(product.address, checkPayment, { id: payer.paymentId }, payer.shopper)
  // The server asks 30 seconds after the order was opened.
  if (by === 'the server') {
    await product.kill()
    await startAfterClaims()
  }
  await dieDuring(`GET /v1/orders/${payer.vendorOrderId}/payments`, moment, by === 'a person' ? check : product.tick)
  await startAfterClaims()
  await product.tick()
  await Promise.all([check(), check(), product.tick()])
  expect(await booksOf(payer)).toEqual(BOUGHT)
})

test.each(['before commit', 'after commit'] as const)(
  'killed %s of the capture of a check: the payment is captured once',
  async (point) => {
    if (!product.alive()) await product.start('by hand')
    const payer = await paid()
    const check = () => send(product.address, checkPayment, { id: payer.paymentId }, payer.shopper)
    const died = product.failAt(point, 'capture')
    await check().catch(() => {})
    expect(await died, 'the fail point was reached').toBe('SIGKILL')
    await startAfterClaims()
    await product.tick()
    await check()
    expect(await booksOf(payer)).toEqual(BOUGHT)
  },
)

test.each(['the vendor answers', 'before commit', 'after commit'] as const)(
  'killed while it imports transfers (%s): each entry is there once, and the sums are the vendor’s',
  async (point) => {
    if (!product.alive()) await product.start('by hand')
    await bought()
    await bought()
    razorpay.payElsewhere(50_000)
    const told = razorpay.settle(localDateOf(new Date(), 'Asia/Kolkata'))
    await product.kill()
    await startAfterClaims()
    if (point === 'the vendor answers') await dieDuring('GET /v1/settlements/', 'after', product.tick)
    else {
      const died = product.failAt(point, 'import')
      await product.tick()
      expect(await died, 'the fail point was reached').toBe('SIGKILL')
    }
    for (let n = 0; n < 2; n += 1) {
      await startAfterClaims()
      await product.tick()
      await product.kill()
    }
    const lines = await look((db) =>
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
    expect(await look((db) => db.selectFrom('orphan').select('kind').where('vendorPaymentId', '=', name).execute())).toEqual([
      { kind: 'unknown' },
    ])
  },
)
