import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinQueue } from '#contract/queue/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { clientOf, done } from '#tests/support/calls/client.ts'
import { information, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'
import { withName } from '#tests/support/server/test-server.ts'

/** A database that answers and cannot write: after a failover to a standby, or on a full disk. */

let app: TestApp
let shop: string
let shopper: Shopper
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  shop = (await freshShop(app)).id
  shopper = await verifiedShopper(app.address)
})
afterAll(() => app.stop())

const as = clientOf(() => app.address)
const ready = async () => {
  const answer = await fetch(`${app.address}/ready`)
  return { status: answer.status, wait: answer.headers.get('retry-after') }
}
const join = () => as(shopper, joinQueue, { body: information(shopper, shop) })
const isRefusedInWords = async () => {
  const { status, headers, body } = await join()
  expect(body).toMatchObject({ success: false, code: 'unavailable', message: 'We’ll be back in a moment. Please try again.' })
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
}
const works = async () => {
  await eventually(async () => ((await ready()).status === 200 ? true : undefined))
  // A connection that was opened in the bad time refuses one more write, and is closed with all older ones.
  const { body } = await eventually(async () => done(join()).catch(() => undefined))
  // Connections that were opened after that one may still refuse a write each.
  const again = await eventually(async () => done(join()).catch(() => undefined))
  expect(body.newInfo._id, 'one ticket, however often it was asked for').toBe(again.body.newInfo._id)
}

/** Runs statements as an operator does while the product runs. */
async function operate(...statements: string[]): Promise<void> {
  if (app.database.engine === 'pglite') {
    for (const text of statements) await sql.raw(text).execute(app.database.db)
    return
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database.db)
  const own = withName(rows[0]?.name ?? '')
  const admin = new pg.Client({ connectionString: own, options: '-c default_transaction_read_only=off' })
  await admin.connect()
  for (const text of statements) await admin.query(text)
  await admin.end()
}

describe('while the database is read-only', () => {
  /** PostgreSQL gives a setting of a database to new sessions; the embedded engine has one session. */
  const setReadOnly = async (isOn: boolean) => {
    if (app.database.engine === 'pglite') return operate(`set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    const name = `do $$ begin execute format('alter database %I set default_transaction_read_only = ${isOn ? 'on' : 'off'}', current_database()); end $$`
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await operate(name, ...(isOn ? [end] : []))
  }

  test('a write is refused with 503 and a time to wait, /ready is not OK, and reads go on; then all goes on', async () => {
    await setReadOnly(true)
    await eventually(async () => ((await ready()).status === 503 ? true : undefined))
    expect(await ready()).toEqual({ status: 503, wait: '2' })
    await isRefusedInWords()
    expect((await done(as({}, readStorefront, { id: shop }))).status).toBe(200)
    await setReadOnly(false)
    await works()
  })
})

describe('while the disk is full', () => {
  test('a write is refused with 503, and /ready is not OK; when there is room again, all goes on within seconds', async () => {
    await operate(
      `create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
      'create trigger no_room before insert or update on ticket execute function no_room()',
    )
    // Behind a pooler, more than one connection of the bad time before may still refuse a write.
    shopper = await eventually(() => verifiedShopper(app.address).catch(() => undefined))
    await isRefusedInWords()
    expect(await ready()).toEqual({ status: 503, wait: '2' })
    await operate('drop trigger no_room on ticket')
    await works()
  })
})
