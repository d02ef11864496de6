import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { confirmPayment } from '#contract/payments/calls.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import { cashGateway } from '#server/payments/gateways/cash.ts'
import { demoGateway } from '#server/payments/gateways/demo.ts'
import { send } from '#tests/support/calls/client.ts'
import { join, order, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'

/** A vendor's payment id that the database cannot store. */
const UNKEEPABLE = 'a\0b'
const poisoned = new Set<string>()
/** The demo gateway, but the capture of a poisoned order fails in the database. */
const gateway: Gateway = {
  ...demoGateway,
  confirm: async (order, claim, credentials) =>
    poisoned.has(order.id) ? { state: 'captured', vendorPaymentId: UNKEEPABLE } : demoGateway.confirm(order, claim, credentials),
}

let app: TestApp
beforeAll(async () => {
  app = await startApp({ gateways: [gateway, cashGateway], env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => app.stop())

const shops = ['royal-sarees', 'phoenix-cafe']

interface Owing {
  shop: string
  shopper: Shopper
  paymentId: string
}

const owing = (many: number) =>
  Promise.all(
    Array.from({ length: many }, async (_, i): Promise<Owing> => {
      const shop = shops[i % shops.length] as string
      const shopper = await verifiedShopper(app.address)
      return { shop, shopper, paymentId: await order(app.address, shopper, await join(app.address, shopper, shop)) }
    }),
  )

const confirm = ({ shopper, paymentId }: Owing) => send(app.address, confirmPayment, { id: paymentId }, shopper)

/** The numbers of these people follow each other at each shop. */
function expectNoGap(people: readonly Owing[], told: readonly Awaited<ReturnType<typeof confirm>>[]): void {
  for (const shop of shops) {
    const numbers = told.filter((_, i) => people[i]?.shop === shop).map(({ body }) => Number(body.token))
    const least = Math.min(...numbers)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => least + i))
  }
}

/** Counts the transactions that wrote the receipts of these payments. */
async function transactionsBehind(people: readonly Owing[]): Promise<number> {
  const ids = people.map(({ paymentId }) => paymentId)
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from receipt where payment_id = any(${ids})`.execute(app.database.db)
  return rows[0]?.n ?? 0
}

describe('captures that arrive together', () => {
  test('share transactions across shops, and the numbers of each shop have no gap and no duplicate', async () => {
    const people = await owing(60)
    const paid = await Promise.all(people.map(confirm))
    expect(paid.map(({ status }) => status)).toEqual(people.map(() => 200))
    expectNoGap(people, paid)
    expect(await transactionsBehind(people)).toBeLessThan(people.length)
  })

  test('succeed even if the database refuses one of them, and the numbers have no gap', async () => {
    const people = await owing(20)
    const bad = people[7] as Owing
    poisoned.add(bad.paymentId)
    const paid = await Promise.all(people.map(confirm))
    expect(paid.map(({ status }) => status)).toEqual(people.map((one) => (one === bad ? 500 : 200)))
    poisoned.clear()
    const again = await confirm(bad)
    expect(again.status).toBe(200)
    const all = [...paid.filter(({ status }) => status === 200), again]
    for (const shop of shops) {
      const tickets = await app.database.db
        .selectFrom('ticket')
        .select(['serviceDay', 'number'])
        .where('shopId', '=', shop)
        .where('number', 'is not', null)
        .orderBy('number')
        .execute()
      // The demo also has numbers of yesterday.
      for (const day of Map.groupBy(tickets, ({ serviceDay }) => serviceDay).values())
        expect(day.map(({ number }) => number)).toEqual(day.map((_, i) => (day[0]?.number ?? 0) + i))
    }
    expect(new Set(all.map(({ body }) => body.receiptId)).size).toBe(people.length)
  })

  test('leave no gap even if a receipt cannot be written after the numbers were taken and the next batch began', async () => {
    const people = await owing(90)
    const bad = new Set(people.filter((_, i) => i % 30 === 7).map(({ paymentId }) => paymentId))
    await sql`create table torn (payment_id text primary key)`.execute(app.database.db)
    await sql`create function tear() returns trigger language plpgsql as $$ begin
      if exists (select from torn where payment_id = new.payment_id) then raise exception 'torn paper'; end if;
      return new; end $$`.execute(app.database.db)
    await sql`create trigger tear before insert on receipt for each row execute function tear()`.execute(app.database.db)
    await sql`insert into torn select unnest(${[...bad]}::text[])`.execute(app.database.db)
    try {
      const paid = await Promise.all(people.map(confirm))
      expect(paid.map(({ status }) => status)).toEqual(people.map(({ paymentId }) => (bad.has(paymentId) ? 500 : 200)))
      await sql`delete from torn`.execute(app.database.db)
      const again = await Promise.all(people.map(confirm))
      expect(again.map(({ status }) => status)).toEqual(people.map(() => 200))
      expectNoGap(people, again)
      const same = people.flatMap(({ paymentId }, i) => (bad.has(paymentId) ? [] : [[paid[i]?.body.token, again[i]?.body.token]]))
      expect(same.every(([before, after]) => before === after)).toBe(true)
      const { rows: series } = await sql<{ gap: boolean }>`
        select max(serial) <> count(*) or min(serial) <> 1 as gap from receipt group by shop_id, financial_year, seller`.execute(
        app.database.db,
      )
      expect(series.map(({ gap }) => gap)).toEqual(series.map(() => false))
    } finally {
      await sql`drop trigger tear on receipt`.execute(app.database.db)
    }
  })

  test('get their numbers even if one of them is late; the late one is refunded', async () => {
    const people = await owing(10)
    const late = people[3] as Owing
    const { db } = app.database
    const lapsed = await db
      .updateTable('payment')
      .set({ state: 'expired' })
      .where('id', '=', late.paymentId)
      .returning('ticketId')
      .execute()
    await db
      .updateTable('ticket')
      .set({ state: 'expired' })
      .where('id', '=', lapsed[0]?.ticketId ?? '')
      .execute()
    const paid = await Promise.all(people.map(confirm))
    expect(paid.map(({ status }) => status)).toEqual(people.map((one) => (one === late ? 409 : 200)))
    expect(paid[3]?.body.code).toBe('payment_late')
  })
})

describe.skipIf(inject('engine') !== 'postgres')('a row that another transaction has locked', () => {
  const timed = (people: readonly Owing[]) =>
    Promise.all(
      people.map(async (one) => {
        const begun = performance.now()
        return { ...(await confirm(one)), ms: performance.now() - begun }
      }),
    )

  test.each(['payment', 'ticket'] as const)('of a %s makes its capture answer 503, and no other capture waits for it', async (table) => {
    const people = await owing(12)
    const bad = people[5] as Owing
    const key = table === 'payment' ? 'id = $1' : 'id = (select ticket_id from payment where id = $1)'
    const row = await hold(app.url, `select from ${table} where ${key} for update`, [bad.paymentId])
    const paid = await timed(people).finally(() => row.letGo())
    expect(paid.map(({ status }) => status)).toEqual(people.map((one) => (one === bad ? 503 : 200)))
    expect(paid[5]?.headers.get('retry-after')).toBe('2')
    expect(Math.max(...paid.filter(({ status }) => status === 200).map(({ ms }) => ms))).toBeLessThan(1500)
    const again = await confirm(bad)
    expect(again.status).toBe(200)
    expectNoGap(people, [...paid.slice(0, 5), again, ...paid.slice(6)])
  })

  test('for a moment delays its capture and refuses no one', async () => {
    const [one] = (await owing(1)) as [Owing]
    const row = await hold(app.url, 'select from payment where id = $1 for update', [one.paymentId])
    const paying = confirm(one)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await row.letGo()
    expect((await paying).status).toBe(200)
  })

  test('of a shop’s day counter refuses the captures of that shop; captures of other shops wait for it at most once', async () => {
    const people = await owing(20)
    const [held] = shops
    const row = await hold(app.url, 'select from day_counter where shop_id = $1 for update', [held])
    const statusOf = (one: Owing) => (one.shop === held ? 503 : 200)
    try {
      const first = await timed(people)
      expect(first.map(({ status }) => status)).toEqual(people.map(statusOf))
      const rest = await owing(20)
      const later = await timed(rest)
      expect(later.map(({ status }) => status)).toEqual(rest.map(statusOf))
      expect(Math.max(...later.filter(({ status }) => status === 200).map(({ ms }) => ms)), 'that shop is separate now').toBeLessThan(1000)
    } finally {
      await row.letGo()
    }
    const again = await Promise.all(people.map(confirm))
    expect(again.map(({ status }) => status)).toEqual(people.map(() => 200))
    expectNoGap(people, again)
  })
})
