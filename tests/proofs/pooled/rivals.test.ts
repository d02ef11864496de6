import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { callByNumber, listTickets } from '#contract/desk/calls.ts'
import { arriveTicket, callTicket, completeTicket, noShowTicket, recallTicket, undoAction } from '#contract/desk/ticket-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { ask, send } from '#tests/support/calls/client.ts'
import { information, join, ownerOf, paidShopper, type Shopper, staffOf, verifiedShopper } from '#tests/support/people/people.ts'
import { freshCounter, freshShop } from '#tests/support/people/place-rows.ts'
import { knownShoppers, patiently, payTogether, shopsLike } from '#tests/support/people/rush.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const shop = 'royal-sarees'
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

const receiptsOf = (shopId: string) =>
  app.database.db.selectFrom('receipt').select(['serial', 'number']).where('shopId', '=', shopId).orderBy('serial').execute()

/** Deadlocks that the database has seen; the embedded one has a single connection and so none. */
async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(app.database.db)
  return rows[0]?.n ?? 0
}

describe('competing calls', () => {
  test('1,000 shoppers who join and pay at one shop at the same moment get the numbers 1 to 1,000 without a gap, and 1,000 receipts', async () => {
    const rivals = await knownShoppers(app.database, 1000, app.clock.now())
    const numbers = (await payTogether(rivals, () => ({ address: app.address, shop }))).map(({ number }) => number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(oneTo(1000))
    const receipts = await receiptsOf(shop)
    expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(1000))
    expect(receipts.every((receipt) => receipt.number.length <= 16)).toBe(true)

    const owner = await ownerOf(app.address)
    const desk = await send(app.address, listTickets, { id: shop }, owner)
    expect(
      desk.body.map((row) => row.token),
      'the staff table is in the order of the numbers',
    ).toEqual(oneTo(1000))
  })

  test('100 shoppers at each of 20 shops at the same moment get the numbers 1 to 100 there, without a deadlock', async () => {
    const shops = await shopsLike(app.database, shop, 20)
    const rivals = await knownShoppers(app.database, 2000, app.clock.now())
    const before = await deadlocks()
    const paid = await payTogether(rivals, (i) => ({ address: app.address, shop: shops[i % shops.length] as string }))
    for (const shop of shops) {
      const numbers = paid.filter((one) => one.shop === shop).map(({ number }) => number)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(oneTo(100))
      expect((await receiptsOf(shop)).map(({ serial }) => serial)).toEqual(oneTo(100))
    }
    expect(await deadlocks()).toBe(before)
  })

  test('300 shoppers who press twice at the same moment to join a shop that costs nothing get the numbers 1 to 300, one each', async () => {
    const { id } = await freshShop(app)
    await app.database.db.updateTable('shop').set({ baseFeePaise: 0 }).where('id', '=', id).execute()
    const rivals = await knownShoppers(app.database, 300, app.clock.now())
    const press = (shopper: Shopper) => patiently(() => ask(app.address, joinQueue, { body: information(shopper, id) }, shopper))
    const answers = await Promise.all([...rivals, ...rivals].map(press))
    const numberOf = ({ body }: (typeof answers)[number]) => Number(body.newInfo.token)
    expect(answers.slice(0, 300).map(numberOf)).toEqual(answers.slice(300).map(numberOf))
    expect(new Set(answers.map(numberOf))).toEqual(new Set(oneTo(300)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...oneTo(300).map(() => 200),
      ...oneTo(300).map(() => 201),
    ])
  })

  test('a shopper who presses each button twenty times at once has one ticket, one order and one charge', async () => {
    const shopper = await verifiedShopper(app.address)
    const twenty = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, press))
    const joined = await twenty(() => ask(app.address, joinQueue, { body: information(shopper, shop) }, shopper))
    expect(joined.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [ticketId, ...otherTickets] = new Set(joined.map((answer) => answer.body.newInfo._id))
    expect(otherTickets).toEqual([])

    const orders = await twenty(() => ask(app.address, createPayment, { body: { ticketId: String(ticketId) } }, shopper))
    expect(orders.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [paymentId, ...otherPayments] = new Set(orders.map((answer) => answer.body.payment.id))
    expect(otherPayments).toEqual([])

    const confirmed = await twenty(() => send(app.address, confirmPayment, { id: paymentId }, shopper))
    expect(new Set(confirmed.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(confirmed.map((answer) => `${answer.body.token} ${answer.body.receiptId}`)).size).toBe(1)
    const charges = await app.database.db.selectFrom('payment').selectAll().where('ticketId', '=', String(ticketId)).execute()
    expect(charges.map((charge) => charge.state)).toEqual(['captured'])
    const captures = await app.database.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('paymentId', '=', String(paymentId))
      .where('kind', '=', 'capture')
      .execute()
    expect(captures).toHaveLength(1)
  })

  test('people who are called at the same moment get different counters while there are free ones', async () => {
    const { id } = await freshShop(app)
    const counters = await Promise.all(Array.from({ length: 6 }, () => freshCounter(app, id)))
    const people = await Promise.all(Array.from({ length: 6 }, () => paidShopper(app.address, id)))
    const owner = await ownerOf(app.address)
    const calls = await Promise.all(people.map(({ ticketId }) => send(app.address, callTicket, { id: ticketId }, owner)))
    expect(calls.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(calls.map(({ body }) => body.ticket?.counter)).size).toBe(counters.length)
  })

  test('the next person is called while everything is pressed for the one before: one of them has the counter, without a deadlock', async () => {
    const { id } = await freshShop(app)
    await freshCounter(app, id)
    const owner = await ownerOf(app.address)
    const before = await deadlocks()
    let { ticketId: first } = await paidShopper(app.address, id)
    expect((await send(app.address, callTicket, { id: first }, owner)).status).toBe(200)
    for (let round = 0; round < 6; round += 1) {
      const { ticketId: next } = await paidShopper(app.address, id)
      // The countdown and the grace time are over, so that the next call may take the counter.
      app.clock.advance(5 * MINUTE)
      const pressed = await Promise.all([
        send(app.address, callTicket, { id: next }, owner),
        ...[callTicket, recallTicket, arriveTicket, undoAction, callTicket].map((act) => send(app.address, act, { id: first }, owner)),
        send(app.address, callTicket, { id: next }, owner),
      ])
      expect(pressed.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
      const holders = await app.database.db
        .selectFrom('ticket')
        .select('id')
        .where('shopId', '=', id)
        .where('state', 'in', ['called', 'serving'])
        .execute()
      expect(holders.length).toBeLessThanOrEqual(1)
      for (const holder of holders) await send(app.address, completeTicket, { id: holder.id }, owner)
      expect([200, 409]).toContain((await send(app.address, callTicket, { id: next }, owner)).status)
      first = next
    }
    expect(await deadlocks()).toBe(before)
  })

  test('two members of staff who press OK for one person at the same moment send one notice', async () => {
    const { ticketId, mobile } = await paidShopper(app.address, 'phoenix-cafe')
    const desks = [await staffOf(app.address), await ownerOf(app.address)]
    const pressed = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(app.address, callByNumber, { body: { number: mobile } }, desks[i % 2])),
    )
    expect(pressed.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(pressed.filter((answer) => !answer.body.alreadyCalled)).toHaveLength(1)
    await app.running.relay.drain()
    const notices = await app.database.db
      .selectFrom('message')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .where('kind', '=', 'call')
      .execute()
    expect(notices).toHaveLength(1)
  })

  test('of two members of staff who press different buttons for one person at once, one succeeds and one is refused', async () => {
    const { ticketId } = await paidShopper(app.address, 'phoenix-cafe')
    const staff = await staffOf(app.address)
    expect((await send(app.address, callTicket, { id: ticketId }, staff)).status).toBe(200)
    const both = await Promise.all([
      send(app.address, completeTicket, { id: ticketId }, staff),
      send(app.address, noShowTicket, { id: ticketId }, staff),
    ])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(both.find((answer) => answer.status === 409)?.body.code).toBe('wrong_state')
  })

  test('a shopper who orders two ways to pay at the same moment gets the right way for each, and one order stays open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, shop)
      const ways = ['demo', 'cash', 'demo', 'cash'] as const
      const orders = await Promise.all(ways.map((gateway) => ask(app.address, createPayment, { body: { ticketId, gateway } }, shopper)))
      expect(orders.map(({ body }) => [body.payment.gateway, body.checkout.gateway])).toEqual(ways.map((gateway) => [gateway, gateway]))
      const open = await app.database.db
        .selectFrom('payment')
        .select('id')
        .where('ticketId', '=', ticketId)
        .where('state', '=', 'created')
        .execute()
      expect(open).toHaveLength(1)
    }
  })

  test('an undo of a served ticket and a new join of its shopper at the same moment cause no error', async () => {
    const owner = await ownerOf(app.address)
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, 'lotus-books')
      for (const action of [callTicket, completeTicket]) await send(app.address, action, { id: ticketId }, owner)
      const [undone, joined] = await Promise.all([
        send(app.address, undoAction, { id: ticketId }, owner),
        send(app.address, joinQueue, { body: information(shopper, 'lotus-books') }, shopper),
      ])
      expect([200, 409]).toContain(undone.status)
      expect([200, 201]).toContain(joined.status)
    }
  })
})
