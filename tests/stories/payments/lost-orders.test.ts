import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { join, ownerOf, verifiedShopper } from '#tests/support/people/people.ts'
import { BOUGHT, booksOf, deliver, GIVEN_BACK, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** No browser and no webhook tells of these paid orders, and some vendors do not answer. */

let world: Vendors
beforeAll(async () => {
  world = await startWithVendors()
})
afterAll(() => world.stop())

const LOST = 500
const MANY_REFUNDS = 300

/** Makes orders like one that a shopper has opened: a ticket, an order here, and one at the vendor that is paid. */
async function loseOrders(vendor: VendorName, many: number): Promise<void> {
  const { db } = world.app.database
  const { paymentId, ticketId, vendorOrderId } = await payerOf(world, vendor)
  const copies = (table: string, key: string, id: string, changes: ReturnType<typeof sql>) => sql`
    insert into ${sql.table(table)} overriding system value
    select (jsonb_populate_record(t, ${changes})).* from ${sql.table(table)} t, generate_series(1, ${many - 1}) n where ${sql.ref(key)} = ${id}`
  const mobile = sql`(${vendor === 'cashfree' ? 8_000_000_000 : 8_100_000_000}::bigint + n)::text`
  await copies('ticket', 'id', ticketId, sql`jsonb_build_object('id', t.id || 'n' || n, 'mobile', ${mobile})`).execute(db)
  const named = vendor === 'cashfree' ? sql`t.id || 'n' || n` : sql`${vendorOrderId}::text || 'n' || n`
  await copies(
    'payment',
    'id',
    paymentId,
    sql`jsonb_build_object('id', t.id || 'n' || n, 'ticket_id', t.ticket_id || 'n' || n, 'vendor_order_id', ${named})`,
  ).execute(db)
  const order = sql`jsonb_build_object('payment_id', t.payment_id || 'n' || n, 'vendor_order_id', t.vendor_order_id || 'n' || n)`
  await copies('vendorOrder', 'paymentId', paymentId, order).execute(db)
  for (let n = 1; n < many; n += 1) world[vendor].copyOrder(vendorOrderId, `${vendorOrderId}n${n}`, `${paymentId}n${n}`)
  for (const id of [vendorOrderId, ...Array.from({ length: many - 1 }, (_, n) => `${vendorOrderId}n${n + 1}`)]) world[vendor].pay(id)
  world[vendor].decide()
}
const lostNow = async () =>
  (
    await world.app.database.db
      .selectFrom('payment')
      .select('id')
      .where('state', '=', 'created')
      .where('vendorOrderId', 'is not', null)
      .execute()
  ).length

/** A run of the workers each ten seconds, as in a real server. */
async function run(minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
    await world.app.running.tick()
    world.app.clock.advance(10 * SECOND)
  }
}

/** The shop is open at these hours of each day. */
async function setHours(day: [from: string, to: string][]): Promise<void> {
  const openingHours = Array.from({ length: 7 }, () => day)
  await ask(world.app.address, changeSettings, { id: SHOP, body: { openingHours } }, await ownerOf(world.app.address))
}

describe('a capture that comes too late', () => {
  const late: [string, () => Promise<void>][] = [
    ['after the hold', async () => world.app.clock.advance(16 * MINUTE)],
    ['after the shop has closed', async () => world.app.clock.advance(14 * HOUR)],
    ['after the shop has closed while its ticket is held', () => setHours([])],
    ['after the day has ended', async () => world.app.clock.advance(DAY)],
  ]
  test.each(late)('%s goes back, and the shopper is told', async (_when, pass) => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    await pass()
    await world.app.running.tick()
    world.razorpay.decide()
    await deliver(world, razorpayWebhook, world.razorpay.eventOf('payment.captured', id))
    await world.app.running.tick()
    world.razorpay.decide()
    world.app.clock.advance(MINUTE)
    await world.app.running.tick()
    expect(await booksOf(world, payer)).toEqual(GIVEN_BACK)
    expect(world.razorpay.paidOut(payer.paymentId)).toBe(14_160)
    await setHours([['00:00', '24:00']])
  })
})

describe('a vendor that does not answer', () => {
  test('is said with a stable code; the shopper can pay cash instead, or again when the vendor is back', async () => {
    const { address } = world.app
    for (const vendor of ['razorpay', 'cashfree'] as const) {
      const shopper = await verifiedShopper(address)
      const ticketId = await join(address, shopper, SHOP)
      const order = (gateway: 'razorpay' | 'cashfree' | 'cash') => send(address, createPayment, { body: { ticketId, gateway } }, shopper)
      const path = vendor === 'razorpay' ? 'POST /v1/orders' : 'POST /pg/orders'
      for (const fault of ['cut', 'broken'] as const) {
        world[vendor].misbehave(path, fault)
        const refused = await order(vendor)
        expect([refused.status, refused.body.code], `${vendor} ${fault}`).toEqual([502, 'gateway_unavailable'])
      }
      expect((await order('cash')).status, 'cash stays possible').toBe(201)
      const again = await ask(address, createPayment, { body: { ticketId, gateway: vendor } }, shopper)
      expect(again.body.payment.gateway).toBe(vendor)
      const { checkout, payment } = again.body
      world[vendor].pay(checkout.gateway === 'razorpay' ? checkout.orderId : payment.id)
      world[vendor].decide()
      expect((await send(address, confirmPayment, { id: payment.id }, shopper)).status).toBe(200)
      await world.app.running.tick()
      expect(await booksOf(world, { shopper, ticketId, paymentId: payment.id, vendorOrderId: '' })).toEqual(BOUGHT)
      await send(address, cancelTicket, { id: ticketId }, shopper)
    }
  })
})

test('a ticket that is left while a check of its order fails: the order is ended at the vendor at the next look', async () => {
  const { address, clock, running } = world.app
  const payer = await payerOf(world, 'cashfree')
  clock.advance(31 * SECOND)
  world.cashfree.interrupt(`GET /pg/orders/${payer.vendorOrderId}`, 'after', async () => {
    expect((await send(address, cancelTicket, { id: payer.ticketId }, payer.shopper)).status).toBe(200)
  })
  await running.tick()
  clock.advance(SECOND)
  await running.tick()
  expect(world.cashfree.calls.filter((call) => call === `PATCH /pg/orders/${payer.vendorOrderId}`)).toHaveLength(1)
})

describe('the fees of people who were not called', () => {
  test.each(['cashfree', 'razorpay'] as const)(
    `come back when the day ends: ${MANY_REFUNDS} at %s in three minutes, within its limits`,
    async (vendor) => {
      const { app } = world
      app.clock.stop()
      await loseOrders(vendor, MANY_REFUNDS)
      app.clock.advance(30 * SECOND)
      for (let left = await lostNow(); left > 0; left = await lostNow()) {
        await app.running.tick()
        app.clock.advance(10 * SECOND)
      }
      // What Cashfree allows an account in a minute; Razorpay publishes no figure, so it gets the same.
      const limits = [
        { calls: /^POST .*\/refunds?$/, perMinute: 100 },
        { calls: /^GET \/pg\/orders\/\w+\/refunds/, perMinute: 30 },
        { calls: /^GET \/v1\/payments\//, perMinute: 400 },
      ]
      world[vendor].limit(limits, app.clock.now)
      const before = world[vendor].refusedCalls()
      app.clock.advance(DAY)
      const due = async () =>
        Number(
          (
            await app.database.db
              .selectFrom('refund')
              .select(sql`count(*)`.as('due'))
              .where('gateway', '=', vendor)
              .where('state', '<>', 'processed')
              .executeTakeFirstOrThrow()
          ).due,
        )
      const made = () => world[vendor].books().refunds.length
      const madeBefore = made()
      await run(1)
      expect(made() - madeBefore).toBe(100)
      await run(2)
      expect([made() - madeBefore, await due()]).toEqual([MANY_REFUNDS, MANY_REFUNDS])
      // At each of 18 runs, each of 4 lanes may be refused to make a refund, and to ask about one; and again for refunds that begin then.
      expect(world[vendor].refusedCalls() - before, 'while one is refused, the others are not asked for').toBeLessThan(MANY_REFUNDS)
      world[vendor].decide()
      world[vendor].limit([], app.clock.now)
      await run(15)
      expect(await due()).toBe(0)
    },
    120_000,
  )
})

describe('lost orders', () => {
  test.each(['cashfree', 'razorpay'] as const)(
    `${LOST} at %s are settled in two minutes, within its limits, one token and one receipt each`,
    async (vendor) => {
      const { app } = world
      app.clock.stop()
      const refused = world[vendor].refusedCalls()
      const before = await lostNow()
      await loseOrders(vendor, LOST)
      expect(await lostNow()).toBe(before + LOST)
      // What Cashfree allows an account in a minute; Razorpay publishes no figure, so it gets the same.
      const limits = [
        { calls: /^GET \/pg\/orders\/\w+$/, perMinute: 400 },
        { calls: /^GET \/pg\/orders\/\w+\/payments$/, perMinute: 100 },
        { calls: /^GET \/v1\//, perMinute: 400 },
      ]
      world[vendor].limit(limits, app.clock.now)
      // The first questions are due after half a minute; then two minutes begin.
      app.clock.advance(30 * SECOND)
      await run(2)
      world[vendor].limit([], app.clock.now)
      expect(await lostNow()).toBe(before)
      const { rows } = await sql<{ captured: number; numbers: number; receipts: number }>`
        select count(*)::int as captured, count(distinct t.number)::int as numbers, count(distinct r.id)::int as receipts
        from payment p join ticket t on t.id = p.ticket_id join receipt r on r.payment_id = p.id
        where p.state = 'captured' and p.gateway = ${vendor}`.execute(app.database.db)
      expect(rows[0]).toEqual({ captured: LOST, numbers: LOST, receipts: LOST })
      expect(world[vendor].refusedCalls() - refused, 'a question that is refused is not asked again at once').toBeLessThan(30)
    },
    300_000,
  )
})
