import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gateway } from '../../server/payments/gateway.ts'
import { cashGateway } from '../../server/payments/gateways/cash.ts'
import { demoGateway } from '../../server/payments/gateways/demo.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { call, join, order, type Shopper, verifiedShopper } from '../support/people.ts'

/** The vendor's name for a payment that no database can keep. */
const UNKEEPABLE = 'a\0b'
const poisoned = new Set<string>()
/** Demo money, but some orders come back with a vendor's id that cannot be written down: a capture that fails in the database. */
const gateway: Gateway = {
  ...demoGateway,
  verify: async (order, fields) =>
    poisoned.has(order.id) ? { captured: true, vendorPaymentId: UNKEEPABLE } : demoGateway.verify(order, fields),
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

const confirm = ({ shopper, paymentId }: Owing) => call(app.address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)

/** Whether the numbers that these people were told follow each other at each shop. */
function expectNoGap(people: readonly Owing[], told: readonly Awaited<ReturnType<typeof confirm>>[]): void {
  for (const shop of shops) {
    const numbers = told.filter((_, i) => people[i]?.shop === shop).map(({ body }) => Number(body.token))
    const least = Math.min(...numbers)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => least + i))
  }
}

/** How many transactions wrote these payments' receipts. */
async function transactionsBehind(people: readonly Owing[]): Promise<number> {
  const ids = people.map(({ paymentId }) => paymentId)
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from receipt where payment_id = any(${ids})`.execute(app.database.db)
  return rows[0]?.n ?? 0
}

describe('captures that arrive together', () => {
  test('share transactions, whatever their shops, and each shop counts on without gap or duplicate', async () => {
    const people = await owing(60)
    const paid = await Promise.all(people.map(confirm))
    expect(paid.map(({ status }) => status)).toEqual(people.map(() => 200))
    expectNoGap(people, paid)
    expect(await transactionsBehind(people)).toBeLessThan(people.length)
  })

  test('one that the database refuses takes no other with it, and leaves no gap', async () => {
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
        .select('number')
        .where('shop_id', '=', shop)
        .where('number', 'is not', null)
        .orderBy('number')
        .execute()
      expect(tickets.map(({ number }) => number)).toEqual(tickets.map((_, i) => (tickets[0]?.number ?? 0) + i))
    }
    expect(new Set(all.map(({ body }) => body.receiptId)).size).toBe(people.length)
  })

  test('one whose receipt cannot be written, when the numbers are taken and the next group has begun, leaves no gap either', async () => {
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
        select max(serial) <> count(*) or min(serial) <> 1 as gap from receipt group by shop_id, financial_year`.execute(app.database.db)
      expect(series.map(({ gap }) => gap)).toEqual(series.map(() => false))
    } finally {
      await sql`drop trigger tear on receipt`.execute(app.database.db)
    }
  })

  test('a late one among them is refunded, and the others have their numbers', async () => {
    const people = await owing(10)
    const late = people[3] as Owing
    await app.database.db.updateTable('payment').set({ state: 'expired' }).where('id', '=', late.paymentId).execute()
    const paid = await Promise.all(people.map(confirm))
    expect(paid.map(({ status }) => status)).toEqual(people.map((one) => (one === late ? 409 : 200)))
    expect(paid[3]?.body.code).toBe('payment_late')
  })
})
