import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pauseShop } from '#contract/desk/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { information, ownerOf, type Shopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { knownShoppers } from '#tests/support/people/rush.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { hold } from '#tests/support/server/held-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => app.stop())

const joinAt = (shopper: Shopper, shopId: string) => send(app.address, joinQueue, { body: information(shopper, shopId) }, shopper)
const people = (many: number) => knownShoppers(app.database, many, app.clock.now())

/** Makes a shop that costs nothing; returns its id. */
async function freeShop(): Promise<string> {
  const { id } = await freshShop(app)
  await app.database.db.updateTable('shop').set({ baseFeePaise: 0 }).where('id', '=', id).execute()
  return id
}

const numbersAt = async (shopId: string) =>
  (await app.database.db.selectFrom('ticket').select('number').where('shopId', '=', shopId).orderBy('number').execute()).map(
    ({ number }) => number,
  )

describe('joins that arrive together', () => {
  test('share transactions across shops, free or not, and the numbers of a free shop have no gap and no duplicate', async () => {
    const shops = [await freeShop(), (await freshShop(app)).id]
    const shoppers = await people(60)
    const joined = await Promise.all(shoppers.map((shopper, i) => joinAt(shopper, shops[i % 2] as string)))
    expect(joined.map(({ status }) => status)).toEqual(shoppers.map(() => 201))
    expect(joined.map(({ body }) => body.next)).toEqual(shoppers.map((_, i) => (i % 2 === 0 ? 'token' : 'payment')))
    expect(await numbersAt(shops[0] as string)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
    const { rows } = await sql<{ n: number }>`
      select count(distinct xmin::text)::int as n from ticket where shop_id = any(${shops})`.execute(app.database.db)
    expect(rows[0]?.n).toBeLessThan(shoppers.length)
  })

  test('each get their own answer: one shop is paused, one does not exist, one takes its shopper’s second press', async () => {
    const [paused, open] = [await freeShop(), await freeShop()]
    await send(app.address, pauseShop, { id: paused, body: { reason: 'technical' } }, await ownerOf(app.address))
    const [first, second, third] = (await people(3)) as [Shopper, Shopper, Shopper]
    const answers = await Promise.all([
      joinAt(first, open),
      joinAt(second, paused),
      joinAt(first, open),
      joinAt(second, 'no-such-shop'),
      joinAt(third, open),
    ])
    expect(answers.map(({ status, body }) => [status, body.code ?? body.newInfo?.token])).toEqual([
      [201, 1],
      [409, 'shop_paused'],
      [200, 1],
      [404, 'shop_not_found'],
      [201, 2],
    ])
  })

  test('drop the half of an emoji at the end of a name, as a phone may cut it, without making the others wait', async () => {
    const shop = await freeShop()
    const shoppers = await people(10)
    const name = (i: number) => (i === 4 ? 'Asha \ud83d' : 'Asha Verma')
    const joined = await Promise.all(
      shoppers.map((shopper, i) => send(app.address, joinQueue, { body: { ...information(shopper, shop), name: name(i) } }, shopper)),
    )
    expect(joined.map(({ status }) => status)).toEqual(shoppers.map(() => 201))
    expect(joined[4]?.body.newInfo?.name).toBe('Asha')
  })

  test('succeed even if the database refuses one of them, and the numbers have no gap', async () => {
    const shop = await freeShop()
    const shoppers = await people(20)
    const bad = shoppers[7] as Shopper
    await sql`create table barred (mobile text primary key)`.execute(app.database.db)
    await sql`create function bar() returns trigger language plpgsql as $$ begin
      if exists (select from barred where mobile = new.mobile) then raise exception 'barred'; end if;
      return new; end $$`.execute(app.database.db)
    await sql`create trigger bar before insert on ticket for each row execute function bar()`.execute(app.database.db)
    await sql`insert into barred values (${bad.mobile})`.execute(app.database.db)
    try {
      const joined = await Promise.all(shoppers.map((shopper) => joinAt(shopper, shop)))
      expect(joined.map(({ status }) => status)).toEqual(shoppers.map((one) => (one === bad ? 500 : 201)))
      expect(await numbersAt(shop)).toEqual(Array.from({ length: 19 }, (_, i) => i + 1))
    } finally {
      await sql`drop trigger bar on ticket`.execute(app.database.db)
    }
    expect((await joinAt(bad, shop)).body.newInfo?.token).toBe(20)
  })
})

describe.skipIf(inject('engine') !== 'postgres')('a shop whose sale another transaction holds', () => {
  test('delays only its own shoppers: they are told to try again, and the others get their tickets in the meantime', async () => {
    const [held, free] = [await freeShop(), await freeShop()]
    const lock = await hold(app.url, `select pg_advisory_xact_lock(hashtextextended('sale:' || $1, 0))`, [held])
    try {
      const shoppers = await people(20)
      const joined = await Promise.all(shoppers.map((shopper, i) => joinAt(shopper, i % 2 === 0 ? held : free)))
      expect(joined.map(({ status }) => status)).toEqual(shoppers.map((_, i) => (i % 2 === 0 ? 503 : 201)))
      expect(await numbersAt(free)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
    } finally {
      await lock.letGo()
    }
    app.clock.advance(11_000)
    const [late] = (await people(1)) as [Shopper]
    expect((await joinAt(late, held)).body.newInfo?.token).toBe(1)
  })
})
