import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { call, information, join, order, ownerOf, paidShopper, type Shopper, staffOf, verifiedShopper } from '../support/people.ts'
import { freshCounter, freshShop } from '../support/place-rows.ts'
import { knownShoppers, shopsLike } from '../support/rush.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const shop = 'royal-sarees'
/** A machine with other work takes long over thousands of calls. */
const LONG = 300_000
const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** All of them join, then all order, then all pay, each time at the same moment; no call may fail. */
async function payAtOnce(rivals: readonly Shopper[], shopOf: (i: number) => string): Promise<{ shop: string; number: number }[]> {
  const tickets = await Promise.all(rivals.map((shopper, i) => join(app.address, shopper, shopOf(i))))
  const payments = await Promise.all(rivals.map((shopper, i) => order(app.address, shopper, tickets[i] as string)))
  const paid = await Promise.all(rivals.map((shopper, i) => call(app.address, 'POST', `/api/payments/${payments[i]}/confirm`, {}, shopper)))
  expect(paid.filter(({ status }) => status !== 200)).toEqual([])
  return paid.map(({ body }, i) => ({ shop: shopOf(i), number: Number(body.token) }))
}

const receiptsOf = (shopId: string) =>
  app.database.db.selectFrom('receipt').select(['serial', 'number']).where('shop_id', '=', shopId).orderBy('serial').execute()

/** How many deadlocks the database has seen; the embedded one has a single connection and so none. */
async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(app.database.db)
  return rows[0]?.n ?? 0
}

describe('rivals', () => {
  test(
    '1,000 rivals who join and pay at the same moment at one shop get the numbers 1 to 1,000, without gap or duplicate, and as many receipts',
    async () => {
      const rivals = await knownShoppers(app.database, 1000)
      const numbers = (await payAtOnce(rivals, () => shop)).map(({ number }) => number)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(oneTo(1000))
      const receipts = await receiptsOf(shop)
      expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(1000))
      expect(receipts.every((receipt) => receipt.number.length <= 16)).toBe(true)

      const owner = await ownerOf(app.address)
      const desk = await call(app.address, 'GET', `/api/get-data/${shop}`, undefined, owner)
      expect(
        desk.list.map((row) => row.token),
        'the staff table stands in the order of the numbers',
      ).toEqual(oneTo(1000))
    },
    LONG,
  )

  test(
    '100 rivals at each of 20 shops at the same moment get the numbers 1 to 100 there, and nobody waits for ever for somebody else',
    async () => {
      const shops = await shopsLike(app.database, shop, 20)
      const rivals = await knownShoppers(app.database, 2000)
      const before = await deadlocks()
      const paid = await payAtOnce(rivals, (i) => shops[i % shops.length] as string)
      for (const shop of shops) {
        const numbers = paid.filter((one) => one.shop === shop).map(({ number }) => number)
        expect(numbers.toSorted((a, b) => a - b)).toEqual(oneTo(100))
        expect((await receiptsOf(shop)).map(({ serial }) => serial)).toEqual(oneTo(100))
      }
      expect(await deadlocks()).toBe(before)
    },
    LONG,
  )

  test('one shopper who presses each button twenty times at once has one ticket, one order and one charge', async () => {
    const shopper = await verifiedShopper(app.address)
    const twenty = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, press))
    const joined = await twenty(() => call(app.address, 'POST', '/api/information', information(shopper, shop), shopper))
    expect(joined.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [ticketId, ...otherTickets] = new Set(joined.map((answer) => (answer.body.newInfo as unknown as { _id: string })._id))
    expect(otherTickets).toEqual([])

    const orders = await twenty(() => call(app.address, 'POST', '/api/payments', { ticketId }, shopper))
    expect(orders.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    const [paymentId, ...otherPayments] = new Set(orders.map((answer) => (answer.body.payment as unknown as { id: string }).id))
    expect(otherPayments).toEqual([])

    const confirmed = await twenty(() => call(app.address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper))
    expect(new Set(confirmed.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(confirmed.map((answer) => `${answer.body.token} ${answer.body.receiptId}`)).size).toBe(1)
    const charges = await app.database.db.selectFrom('payment').selectAll().where('ticket_id', '=', String(ticketId)).execute()
    expect(charges.map((charge) => charge.state)).toEqual(['captured'])
    const captures = await app.database.db
      .selectFrom('payment_attempt')
      .selectAll()
      .where('payment_id', '=', String(paymentId))
      .where('kind', '=', 'capture')
      .execute()
    expect(captures).toHaveLength(1)
  })

  test('people who are called at the same moment are called to counters of their own, while there are free ones', async () => {
    const { id } = await freshShop(app)
    const counters = await Promise.all(Array.from({ length: 6 }, () => freshCounter(app, id)))
    const people = await Promise.all(Array.from({ length: 6 }, () => paidShopper(app.address, id)))
    const owner = await ownerOf(app.address)
    const calls = await Promise.all(people.map(({ ticketId }) => call(app.address, 'POST', `/api/tickets/${ticketId}/call`, {}, owner)))
    expect(calls.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(calls.map(({ body }) => (body.ticket as unknown as { counter: string }).counter)).size).toBe(counters.length)
  })

  test('two staff who press OK on the same person at the same moment send one notice', async () => {
    const { ticketId, mobile } = await paidShopper(app.address, 'phoenix-cafe')
    const desks = [await staffOf(app.address), await ownerOf(app.address)]
    const pressed = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call(app.address, 'POST', '/api/send-message', { number: mobile }, desks[i % 2])),
    )
    expect(pressed.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(pressed.filter((answer) => !answer.body.alreadyCalled)).toHaveLength(1)
    await app.running.relay.drain()
    const notices = await app.database.db
      .selectFrom('message')
      .selectAll()
      .where('ticket_id', '=', ticketId)
      .where('kind', '=', 'call')
      .execute()
    expect(notices).toHaveLength(1)
  })

  test('two staff who press different buttons on one person at the same moment: one wins, the other is told', async () => {
    const { ticketId } = await paidShopper(app.address, 'phoenix-cafe')
    const staff = await staffOf(app.address)
    expect((await call(app.address, 'POST', `/api/tickets/${ticketId}/call`, {}, staff)).status).toBe(200)
    const both = await Promise.all([
      call(app.address, 'POST', `/api/tickets/${ticketId}/complete`, {}, staff),
      call(app.address, 'POST', `/api/tickets/${ticketId}/no-show`, {}, staff),
    ])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(both.find((answer) => answer.status === 409)?.body.code).toBe('wrong_state')
  })

  test('a shopper who orders two ways to pay at the same moment is told of each order the way it is paid, and one of them stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, shop)
      const ways = ['demo', 'cash', 'demo', 'cash'] as const
      const orders = await Promise.all(ways.map((gateway) => call(app.address, 'POST', '/api/payments', { ticketId, gateway }, shopper)))
      const told = orders.map(({ body }) => [
        body.payment as unknown as { gateway: string },
        body.checkout as unknown as { gateway: string },
      ])
      expect(told.map((pair) => pair.map(({ gateway }) => gateway))).toEqual(ways.map((gateway) => [gateway, gateway]))
      const open = await app.database.db
        .selectFrom('payment')
        .select('id')
        .where('ticket_id', '=', ticketId)
        .where('state', '=', 'created')
        .execute()
      expect(open).toHaveLength(1)
    }
  })

  test('an undo of a served ticket and its person who joins again at the same moment leave one live ticket', async () => {
    const owner = await ownerOf(app.address)
    for (let round = 0; round < 5; round += 1) {
      const shopper = await verifiedShopper(app.address)
      const ticketId = await join(app.address, shopper, 'lotus-books')
      for (const action of ['call', 'complete']) await call(app.address, 'POST', `/api/tickets/${ticketId}/${action}`, {}, owner)
      const [undone, joined] = await Promise.all([
        call(app.address, 'POST', `/api/tickets/${ticketId}/undo`, {}, owner),
        call(app.address, 'POST', '/api/information', information(shopper, 'lotus-books'), shopper),
      ])
      expect([200, 409]).toContain(undone.status)
      expect([200, 201]).toContain(joined.status)
    }
  })
})
