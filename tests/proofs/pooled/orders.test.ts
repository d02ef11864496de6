import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cancelTicket, createPayment } from '#contract/payments/calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { join, type Shopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { knownShoppers } from '#tests/support/people/rush.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => app.stop())

interface Owing {
  shopper: Shopper
  ticketId: string
}

/** Makes shoppers who have joined these shops in turn and have no order yet. */
async function owing(many: number, ...shops: string[]): Promise<Owing[]> {
  const shoppers = await knownShoppers(app.database, many, app.clock.now())
  return Promise.all(
    shoppers.map(async (shopper, i) => ({ shopper, ticketId: await join(app.address, shopper, shops[i % shops.length] as string) })),
  )
}

const orderOf = ({ shopper, ticketId }: Owing, gateway?: 'cash' | 'demo') =>
  send(app.address, createPayment, { body: { ticketId, gateway } }, shopper)

describe('orders that arrive together', () => {
  test('share transactions across shops; each has its own ticket, way to pay and price (₹120 with 18 % GST; cash in whole rupees)', async () => {
    const people = await owing(60, (await freshShop(app)).id, (await freshShop(app)).id)
    const made = await Promise.all(people.map((one, i) => orderOf(one, i % 3 === 0 ? 'cash' : 'demo')))
    expect(made.map(({ status }) => status)).toEqual(people.map(() => 201))
    expect(made.map(({ body }) => [body.payment?.ticketId, body.payment?.gateway, body.payment?.amountPaise])).toEqual(
      people.map(({ ticketId }, i) => (i % 3 === 0 ? [ticketId, 'cash', 14_200] : [ticketId, 'demo', 14_160])),
    )
    const ids = people.map(({ ticketId }) => ticketId)
    const { rows } = await sql<{ n: number }>`
      select count(distinct xmin::text)::int as n from payment where ticket_id = any(${ids})`.execute(app.database.db)
    expect(rows[0]?.n).toBeLessThan(people.length)
    const toPay = app.database.db.selectFrom('ticket').select('id').where('id', 'in', ids).where('cashPaymentId', 'is not', null)
    expect((await toPay.execute()).length).toBe(20)
  })

  test('each get their own answer: a ticket that has ended, a stranger’s ticket, a second press, another way to pay', async () => {
    const { id } = await freshShop(app)
    const [first, ended, twice, other] = (await owing(4, id)) as [Owing, Owing, Owing, Owing]
    await send(app.address, cancelTicket, { id: ended.ticketId }, ended.shopper)
    const answers = await Promise.all([
      orderOf(first),
      orderOf(ended),
      orderOf({ shopper: first.shopper, ticketId: twice.ticketId }),
      orderOf(twice, 'demo'),
      orderOf(twice, 'demo'),
      orderOf(other, 'demo'),
      orderOf(other, 'cash'),
    ])
    const said = answers.map(({ status, body }) => [status, body.code ?? body.payment?.gateway])
    expect(said.slice(0, 3)).toEqual([
      [201, 'demo'],
      [409, 'ticket_lapsed'],
      [404, 'ticket_not_found'],
    ])
    expect(said.slice(3, 5).toSorted()).toEqual([
      [200, 'demo'],
      [201, 'demo'],
    ])
    expect(said.slice(5)).toEqual([
      [201, 'demo'],
      [201, 'cash'],
    ])
    const open = app.database.db.selectFrom('payment').select(['ticketId', 'gateway']).where('state', '=', 'created')
    const ofOther = await open.where('ticketId', '=', other.ticketId).execute()
    expect(ofOther).toHaveLength(1)
  })
})

describe.skipIf(inject('engine') !== 'postgres')('a ticket that another transaction holds', () => {
  test('delays only its own order: its shopper is told to try again, and the others get their orders', async () => {
    const people = await owing(10, (await freshShop(app)).id)
    const held = people[4] as Owing
    const lock = await hold(app.url, 'select from ticket where id = $1 for update', [held.ticketId])
    try {
      const made = await Promise.all(people.map((one) => orderOf(one)))
      expect(made.map(({ status }) => status)).toEqual(people.map((one) => (one === held ? 503 : 201)))
    } finally {
      await lock.letGo()
    }
    expect((await orderOf(held)).status).toBe(201)
  })
})
