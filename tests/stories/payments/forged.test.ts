import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '#contract/payments/calls.ts'
import { cashfreeWebhook, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { verifiedShopper } from '#tests/support/people/people.ts'
import { deliver, goBack, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'
import type { SignedEvent } from '#tests/support/vendors/razorpay-events.ts'

/** Each kind a hundred times; `npm run proof -- forged` tries each a thousand times. */
const MANY = Number(process.env.FORGERIES ?? 1100)
const ABREAST = 40

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

/** Every row that money could change, as one text. */
async function books(): Promise<string> {
  const of = (table: string) => sql`(select coalesce(jsonb_agg(t order by t::text), '[]') from ${sql.table(table)} t)`
  const tables = [
    ...['payment', 'paymentAttempt', 'refund', 'orphan', 'dispute', 'settlement', 'settlementLine', 'vendorEvent', 'vendorOrder'],
    ...['receipt', 'receiptSeries', 'creditNote', 'creditNoteSeries', 'ticket', 'dayCounter', 'message', 'gatewayAccount'],
  ]
  const { rows } = await sql<{ books: unknown }>`select jsonb_build_array(${sql.join(tables.map(of))}) as books`.execute(
    world.app.database.db,
  )
  return JSON.stringify(rows[0]?.books)
}

test(`${MANY} forged events, returns and confirmations change nothing and cost the mall no call to its vendor`, async () => {
  const [payer, other] = [await payerOf(world, 'razorpay'), await payerOf(world, 'razorpay')]
  const atCashfree = await payerOf(world, 'cashfree')
  const stranger = await verifiedShopper(world.app.address)
  const [claim, foreign] = [world.razorpay.pay(payer.vendorOrderId), world.razorpay.pay(other.vendorOrderId)]
  world.cashfree.pay(atCashfree.vendorOrderId)
  world.razorpay.decide()
  world.cashfree.decide()
  await world.app.running.tick()
  const captured = world.razorpay.eventOf('payment.captured', claim.razorpay_payment_id)
  const success = world.cashfree.eventOf('PAYMENT_SUCCESS_WEBHOOK', atCashfree.vendorOrderId)
  const disputed = world.razorpay.disputeEventOf('created', claim.razorpay_payment_id)
  const refunded = world.razorpay.refundOnDashboard(other.vendorOrderId, 4000)
  const altered = (event: SignedEvent, n: number) => ({ ...event, raw: Buffer.from(`${event.raw}${' '.repeat(1 + (n % 9))}`) })
  const dated = (timestamp: string) => ({ ...success, headers: { ...success.headers, 'x-webhook-timestamp': timestamp } })
  const guess = (n: number) => createHmac('sha256', `guess ${n}`).update('anything').digest('hex')
  const confirm = (body: Record<string, string>, who = payer.shopper) =>
    send(world.app.address, confirmPayment, { id: payer.paymentId, body }, who)
  const forgeries: ((n: number) => Promise<{ status: number }>)[] = [
    (n) => deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', claim.razorpay_payment_id, `guess ${n}`)),
    (n) => deliver(world, razorpayWebhook, altered([captured, disputed, refunded][n % 3] ?? captured, n)),
    () => deliver(world, razorpayWebhook, captured, 'rival-mall'),
    () => deliver(world, cashfreeWebhook, captured),
    (n) => deliver(world, cashfreeWebhook, dated(String(n))),
    () => deliver(world, razorpayWebhook, success),
    (n) => goBack(world, payer.paymentId, { ...claim, razorpay_signature: guess(n) }),
    () => goBack(world, payer.paymentId, foreign),
    (n) => confirm({ ...claim, razorpay_signature: guess(n) }),
    () => confirm(foreign),
    () => confirm(claim, stranger),
  ]
  // Otherwise the server asks for these orders itself when their time comes.
  world.app.clock.stop()
  const [before, asked] = [await books(), world.razorpay.calls.length + world.cashfree.calls.length]
  const statuses = new Map<number, number>()
  let next = 0
  await Promise.all(
    Array.from({ length: ABREAST }, async () => {
      while (next < MANY) {
        const n = next
        next += 1
        const { status } = (await forgeries[n % forgeries.length]?.(n)) ?? { status: 0 }
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  expect([...statuses.keys()].sort()).toEqual([400, 404])
  await world.app.running.tick()
  expect(await books()).toBe(before)
  expect(world.razorpay.calls.length + world.cashfree.calls.length).toBe(asked)
})
