import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { addRivals } from '../support/callers.ts'
import { makeARush, makeEveryCall, makeMistakes, openEveryScreen } from '../support/every-call.ts'
import { layPast } from '../support/past.ts'
import { call, superOf } from '../support/people.ts'
import { overhear, type Reading, readingsOf, type Statement } from '../support/statements.ts'

/** There are as many of these as places and people who work there: the list of all malls reads them whole. */
const places = ['mall', 'shop', 'shop_staff', 'account']
/** Rows that a step may read for nothing, whatever it keeps. */
const FREE_ROWS = 100
/** Pages that a step may touch, and how many more for each row; walking through a whole index shows here. */
const FREE_PAGES = 40
const PAGES_PER_ROW = 3
/** No list is longer than its nature limits: a shop's day, a mall's shops. */
const LONG = 1000

/** What is wrong with a way to read; null where nothing is. */
function faultOf({ table, way, kept, wasted, pages }: Reading): string | null {
  if (places.includes(table)) return wasted > FREE_ROWS && wasted > kept ? `reads ${wasted} rows of ${table} for nothing` : null
  if (way === 'Seq Scan' && table !== '') return `reads all of ${table}`
  if (wasted > FREE_ROWS && wasted > kept) return `reads ${wasted} rows of ${table || 'a join'} for nothing`
  if (way.includes('Scan') && pages > FREE_PAGES + PAGES_PER_ROW * (kept + wasted))
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
}, 120_000)
afterAll(() => app.stop())

describe('where a thousand shops have a past', () => {
  test('nothing that a call, a screen or the time causes reads more of a table than it needs', async () => {
    await makeEveryCall(app)
    await makeMistakes(app)
    await makeARush(app)
    await openEveryScreen(app, picture)
    // Unpaid places lapse, countdowns run out, refunds are paid, what is over is forgotten.
    app.clock.advance(16 * 60_000)
    await app.running.tick()

    const last = new Map(heard().map((statement) => [`${statement.tenant ? 'a tenant: ' : ''}${statement.text}`, statement]))
    const queries = [...last.values()].filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text))
    expect(queries.length).toBeGreaterThan(150)
    expect(queries.filter(({ tenant }) => tenant).length).toBeGreaterThan(50)
    const faults: string[] = []
    for (const query of queries)
      for (const reading of await readingsOf(app.database.db, query)) {
        const fault = faultOf(reading)
        if (fault) faults.push(`${fault} (${reading.way}${query.tenant ? ', a tenant' : ''}): ${query.text}`)
      }
    expect(faults).toEqual([])
  }, 120_000)

  test('whatever a deletion has to look for in other tables, it finds by an index', async () => {
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
    for (const path of ['/past-mall-1', '/api/shops', '/api/shops/past-mall-1', '/api/malls/past-mall-1/overview']) {
      const before = heard().length
      expect((await call(app.address, 'GET', path, undefined, admin)).status).toBe(200)
      const times = Map.groupBy(heard().slice(before), ({ text }) => text)
      // Workers speak in between, each at most a few times.
      expect([...times].filter(([, statements]) => statements.length > 10).map(([text]) => `${path}: ${text}`)).toEqual([])
    }
  })

  test('three days later what was needed for a day is gone, every line is empty, and what is on record stays', async () => {
    const { db } = app.database
    const count = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n
    const record = ['ticket', 'ticket_event', 'payment', 'receipt', 'audit']
    const before = await Promise.all(record.map(count))
    const then = app.clock.now()
    app.clock.advance(3 * 86_400_000)
    await app.running.tick()

    for (const table of ['otp_code', 'otp_try', 'shopper_session', 'session', 'auth_challenge', 'reset_code', 'sign_in_failure'])
      expect(await count(table), table).toBe(0)
    const ofTickets = await db.selectFrom('message').select('id').where('ticket_id', 'is not', null).limit(1).execute()
    expect(ofTickets).toHaveLength(1)
    const codes = await db.selectFrom('message').select('id').where('ticket_id', 'is', null).execute()
    const told = await db.selectFrom('outbox').select('id').where('relayed_at', '<', then).execute()
    // The demo brings new people into its own line every day.
    const alive = db.selectFrom('ticket').select('id').where('state', 'in', ['pending_payment', 'waiting', 'called', 'missed'])
    const inLine = await alive.where('created_at', '<', then).execute()
    expect([codes, told, inLine]).toEqual([[], [], []])
    for (const [i, table] of record.entries()) expect(await count(table), table).toBeGreaterThanOrEqual(before[i] ?? Number.NaN)
  }, 120_000)
})
