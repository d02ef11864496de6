import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMalls, readMall } from '#contract/office/form-calls.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { mallOverview } from '#contract/office/mall-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { addressOf, raw } from '#tests/support/calls/client.ts'
import { makeARush, makeEveryCall, makeMistakes, openEveryScreen } from '#tests/support/calls/every-call.ts'
import { addRivals } from '#tests/support/people/callers.ts'
import { superOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { layPast } from '#tests/support/server/past.ts'
import { overhear, type Reading, readingsOf, type Statement } from '#tests/support/server/statements.ts'

/** Tables that grow only with places and the people who work there: the list of all malls reads them completely. */
const places = ['mall', 'shop', 'shop_staff', 'account']
/** A step of a query may read this many rows for nothing, however few it keeps. */
const FREE_ROWS = 100
/** Pages that a step may touch, and how many more for each row. A scan of a whole index goes over this limit. */
const FREE_PAGES = 40
const PAGES_PER_ROW = 3
/** The most rows that a list can have: one day of a shop, the shops of a mall. */
const LONG = 1000

/** Returns null if nothing is wrong with the reading. */
function faultOf({ table, way, kept, wasted, pages }: Reading): string | null {
  if (places.includes(table)) return wasted > FREE_ROWS && wasted > kept ? `reads ${wasted} rows of ${table} for nothing` : null
  if (way === 'Seq Scan' && table !== '') return `reads all of ${table}`
  if (wasted > FREE_ROWS && wasted > kept) return `reads ${wasted} rows of ${table || 'a join'} for nothing`
  // The pages of a sub-query are those of the steps in it.
  if (way.includes('Scan') && way !== 'Subquery Scan' && pages > FREE_PAGES + PAGES_PER_ROW * (kept + wasted))
    return `touches ${pages} pages of ${table} for ${kept} rows`
  return kept > LONG && table !== '' ? `reads ${kept} rows of ${table}` : null
}

let app: TestApp
let picture: string
let heard: () => readonly Statement[]
beforeAll(async () => {
  app = await startApp()
  await addRivals(app)
  await layPast(app.database, { shops: 1000, tickets: 10_000 }, app.clock.now())
  const { hash } = await app.database.db.selectFrom('media').select('hash').limit(1).executeTakeFirstOrThrow()
  picture = `/images/${hash}.jpg`
  heard = overhear(app.database.db)
})
afterAll(() => app.stop())

describe('with the past of a thousand shops', () => {
  test('no call, screen or worker reads more of a table than it needs', async () => {
    await makeEveryCall(app)
    await makeMistakes(app)
    await makeARush(app)
    await openEveryScreen(app, picture)
    // Unpaid tickets expire, countdowns end, refunds are paid, old rows are deleted.
    app.clock.advance(16 * 60_000)
    await app.running.tick()

    // As autovacuum does every minute: until then, the index of what waits still names the rows that were done a moment ago.
    await sql`vacuum`.execute(app.database.db)
    const last = new Map(heard().map((statement) => [`${statement.tenant ? 'a tenant: ' : ''}${statement.text}`, statement]))
    const queries = [...last.values()].filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
    expect(queries.length).toBeGreaterThan(150)
    expect(queries.filter(({ tenant }) => tenant).length).toBeGreaterThan(50)
    const faults: string[] = []
    for (const query of queries)
      for (const reading of await readingsOf(app.database.db, query)) {
        const fault = faultOf(reading)
        const how = `${reading.way}, planned for ${reading.planned}${query.tenant ? ', a tenant' : ''}`
        if (fault) faults.push(`${fault} (${how}): ${query.text}`)
      }
    // As one text: the end of a run on a build machine shows only the message of a failure.
    expect(faults.join('\n')).toBe('')
  })

  test('each foreign key to a table whose rows are deleted has an index', async () => {
    const emptied = heard().flatMap(({ text }) => /^delete from "(\w+)"/.exec(text)?.[1] ?? [])
    expect(emptied).toContain('otp_code')
    const { rows } = await sql<{ table: string; column: string }>`
      select con.conrelid::regclass::text as table, attname as column from pg_constraint con
      join pg_attribute on attrelid = con.conrelid and attnum = con.conkey[1]
      where contype = 'f' and con.confrelid::regclass::text in (${sql.join([...new Set(emptied)])})
        and not exists (select from pg_index where indrelid = con.conrelid and indkey[0] = con.conkey[1] and indpred is null)`.execute(
      app.database.db,
    )
    expect(rows).toEqual([])
  })

  test('a mall is read as a whole, not shop by shop', async () => {
    const admin = await superOf(app.address)
    const id = 'past-mall-1'
    for (const path of [
      `/${id}`,
      listMalls.path,
      addressOf(readMall, { id }),
      addressOf(mallOverview, { id }),
      addressOf(mallToday, { id }),
      addressOf(readInsights, { id }),
    ]) {
      const before = heard().length
      expect((await raw(app.address, 'GET', path, undefined, admin)).status).toBe(200)
      const times = Map.groupBy(heard().slice(before), ({ text }) => text)
      // Workers run statements in between, each at most a few times.
      expect([...times].filter(([, statements]) => statements.length > 10).map(([text]) => `${path}: ${text}`)).toEqual([])
    }
  })

  test('three days later short-lived rows are deleted, every queue is empty, and records stay', async () => {
    const { db } = app.database
    const count = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n
    const record = ['ticket', 'ticketEvent', 'payment', 'receipt', 'audit']
    const before = await Promise.all(record.map(count))
    const then = app.clock.now()
    app.clock.advance(3 * 86_400_000)
    await app.running.tick()

    for (const table of ['otpCode', 'otpTry', 'shopperSession', 'session', 'authChallenge', 'resetCode', 'signInFailure', 'idempotencyKey'])
      expect(await count(table), table).toBe(0)
    const ofTickets = await db.selectFrom('message').select('id').where('ticketId', 'is not', null).limit(1).execute()
    expect(ofTickets).toHaveLength(1)
    const codes = await db.selectFrom('message').select('id').where('ticketId', 'is', null).execute()
    const told = await db.selectFrom('outbox').select('id').where('relayedAt', '<', then).execute()
    // The demo adds new people to its own queue every day.
    const alive = db.selectFrom('ticket').select('id').where('state', 'in', ['pending_payment', 'waiting', 'called', 'serving', 'missed'])
    const inLine = await alive.where('createdAt', '<', then).execute()
    expect([codes, told, inLine]).toEqual([[], [], []])
    for (const [i, table] of record.entries()) expect(await count(table), table).toBeGreaterThanOrEqual(before[i] ?? Number.NaN)
  })
})
