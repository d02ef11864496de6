import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { atOnce } from '#server/db/at-once.ts'
import { isAway } from '#server/db/errors.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import { waitForTurn } from '#server/db/turn.ts'
import { slowLineTo } from '#tests/history/slow-line.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { testServer } from '#tests/support/server/test-server.ts'
import { openPostgres } from './postgres.ts'

describe.skipIf(inject('engine') !== 'postgres')('a PostgreSQL server', () => {
  let home: TestDatabase
  let one: Database
  let two: Database
  const warn = vi.fn()
  beforeAll(async () => {
    home = await testDatabase()
    one = await openDatabase({ url: home.url ?? '', log: { warn } })
    two = await openDatabase({ url: home.url ?? '' })
  })
  afterAll(async () => {
    await Promise.all([one.close(), two.close()])
    await home.cleanUp()
  })

  /** Ends every connection except those of the test database itself, as a restart or a broken line would. */
  const cut = (condition = sql`true`) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`.execute(
      home.database.db,
    )

  test('a query that comes again and again is prepared, and goes on after a migration has changed its table', async () => {
    const change = (text: string) => sql.raw(text).execute(home.database.db)
    await change('create table changing (id int primary key, name text)')
    await change(`insert into changing (id, name) values (1, 'Asha')`)
    const alone = async () => (await sql`select * from changing where id = ${1}`.execute(one.db)).rows
    const inTransaction = () =>
      transaction(one.db, async (tx) => {
        await sql`update changing set name = 'Asha Verma' where id = ${1}`.execute(tx)
        return (await sql`select * from changing where id = ${1} for update`.execute(tx)).rows
      })
    for (let time = 0; time < 8; time += 1) await Promise.all([alone(), alone(), inTransaction()])
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from pg_prepared_statements
      where statement like 'select * from changing%'`.execute(one.db)
    expect(rows[0]?.many).toBeGreaterThan(0)

    await change('alter table changing add column since date')
    const changed = [{ id: 1, name: 'Asha Verma', since: null }]
    for (let time = 0; time < 4; time += 1) {
      expect(await Promise.all([alone(), alone(), inTransaction()])).toEqual([changed, changed, changed])
    }
    await change('drop table changing')
  })

  test('a transaction whose story sends nothing changes nothing, and one that fails at its first statement leaves its connection usable', async () => {
    expect(await transaction(one.db, async () => 'nothing')).toBe('nothing')
    for (let time = 0; time < 20; time += 1)
      await expect(transaction(one.db, (tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toThrow('division by zero')
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(one.db)
    expect(rows).toEqual([{ left: 0 }])
  })

  test('a lock has one holder; one that loses its connection is told and competes again, one that gives up makes room', async () => {
    const holders: string[] = []
    const stand = (database: Database, who: string) =>
      database.seekLock('relay', (ours) => void (ours ? holders.push(who) : holders.splice(holders.indexOf(who), 1)))
    const steps = { one: await stand(one, 'one'), two: await stand(two, 'two') }
    expect(holders).toEqual(['one'])
    const other = vi.fn()
    const stepDown = await two.seekLock('sweeper', other)
    expect(other, 'another lock is independent').toHaveBeenCalledExactlyOnceWith(true)
    await stepDown()

    const told = vi.fn()
    const watching = await one.seekLock('watched', told)
    await cut()
    await vi.waitFor(() => expect(told.mock.calls).toEqual([[true], [false], [true]]), 5_000)
    await watching()
    await vi.waitFor(() => expect(holders).toHaveLength(1), 5_000)

    const [first] = holders as ['one' | 'two']
    const second = first === 'one' ? 'two' : 'one'
    await steps[first]()
    await vi.waitFor(() => expect(holders).toEqual([first, second]), 5_000)
    await steps[second]()
  })

  test('a lost connection fails its query, not the process; idle ones are replaced', async () => {
    await one.ping()
    await cut()
    await vi.waitFor(() => one.ping())
    let tell = (_pid: number) => {}
    let goOn = () => {}
    const opened = new Promise<number>((resolve) => {
      tell = resolve
    })
    const cutOff = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const story = transaction(one.db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      tell(rows[0]?.pid ?? 0)
      await cutOff
      await sql`select 1`.execute(tx)
    }).catch((error: unknown) => error)
    const pid = await opened
    await vi.waitFor(async () => expect((await cut(sql`pid = ${pid}`)).rows).toEqual([]))
    goOn()
    expect(isAway(await story)).toBe(true)
    await one.ping()
    const nowhere = await openDatabase({ url: 'postgres://postgres@127.0.0.1:4199/none' }).catch((error: unknown) => error)
    expect(isAway(nowhere)).toBe(true)
  })

  test('a connection that refuses a write takes the older ones with it: the next write succeeds', async () => {
    const database = await openPostgres(home.url ?? '', { warn })
    const held: { end(): void; story: Promise<void> }[] = []
    // One after the other, so that the pool opens them in this order.
    for (let connection = 0; connection < 3; connection += 1) {
      const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const story = transaction(database.db, async (tx) => {
        await sql`select set_config('default_transaction_read_only', 'on', false)`.execute(tx)
        began.resolve()
        await end.promise
      })
      await began.promise
      held.push({ end: end.resolve, story })
    }
    // The pool gives the connection that came back last: the newest.
    for (const { end, story } of held) {
      end()
      await story
    }
    const write = () => sql`create table written (id int)`.execute(database.db)
    await expect(write()).rejects.toThrow('read-only')
    for (let time = 0; time < 3; time += 1) {
      await write()
      await sql`drop table written`.execute(database.db)
    }
    await database.close()
  })

  test('if the server falls silent, only the query or story in progress fails, and no other caller gets its connection', async () => {
    const line = await slowLineTo(home.url ?? '')
    const database = await openPostgres(line.url, { warn }, { answerMs: 500 })
    try {
      const query = async () => {
        line.delay(10_000)
        await sql`select 1`.execute(database.db)
      }
      const story = () =>
        transaction(database.db, async (tx) => {
          line.delay(10_000)
          await sql`select 1`.execute(tx)
        })
      for (const silenced of [query, story]) {
        expect(isAway(await silenced().catch((error: unknown) => error))).toBe(true)
        line.delay(0)
        // the silent connection still delays its answers
        await database.ping()
      }
    } finally {
      await database.close()
      await line.close()
    }
  })

  test('a probe on a connection that fell silent fails within two seconds, and the next one uses another connection', async () => {
    const line = await slowLineTo(home.url ?? '')
    const database = await openPostgres(line.url, { warn })
    try {
      await database.ping()
      line.delay(10_000)
      expect(isAway(await database.ping().catch((error: unknown) => error))).toBe(true)
      line.delay(0)
      await database.ping()
    } finally {
      await database.close()
      await line.close()
    }
  })

  test('listening continues after a lost connection, and the listener is called because it may have missed something', async () => {
    const heard = vi.fn()
    const stop = await one.listen('outbox', heard)
    await sql`notify outbox`.execute(two.db)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
    await cut(sql`query = 'listen outbox'`)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 5_000)
    await sql`notify outbox`.execute(two.db)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3))
    await stop()
  })

  test('listening begins as soon as the server can be reached, and then the listener is called for what it missed', async () => {
    const server = new pg.Client({ connectionString: testServer })
    await server.connect()
    const name = server.escapeIdentifier(new URL(home.url ?? '').pathname.slice(1))
    const late = await openDatabase({ url: home.url ?? '', log: { warn } })
    const heard = vi.fn()
    try {
      await server.query(`alter database ${name} allow_connections false`)
      await late.listen('outbox', heard)
      await server.query(`alter database ${name} allow_connections true`)
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 5_000)
      await sql`notify outbox`.execute(two.db)
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
    } finally {
      await server.query(`alter database ${name} allow_connections true`)
      await Promise.all([server.end(), late.close()])
    }
  })

  test('a server can be reached by its host name', async () => {
    const url = new URL(home.url ?? '')
    url.hostname = 'localhost'
    const named = await openDatabase({ url: url.href })
    await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.02)`.execute(named.db)))
    await named.close()
  })

  test('two transactions that block each other both succeed', async () => {
    await one.db
      .insertInto('shopStream')
      .values([{ shopId: 'a' }, { shopId: 'b' }])
      .execute()
    let waiting = 2
    let both = () => {}
    const met = new Promise<void>((resolve) => {
      both = resolve
    })
    const raise = (database: Database, order: readonly string[]) =>
      transaction(database.db, async (tx) => {
        for (const id of order) {
          await tx
            .updateTable('shopStream')
            .set((row) => ({ seq: row('seq', '+', 1) }))
            .where('shopId', '=', id)
            .execute()
          waiting -= 1
          if (waiting === 0) both()
          await met
        }
      })
    await Promise.all([raise(one, ['a', 'b']), raise(two, ['b', 'a'])])
    expect(await one.db.selectFrom('shopStream').select('seq').execute()).toEqual([{ seq: 2 }, { seq: 2 }])
  })

  test('statements that run at once lock in the order given', async () => {
    await one.db
      .insertInto('shopStream')
      .values([{ shopId: 'first' }, { shopId: 'second' }])
      .execute()
    const raising = (id: string) => sql<{ seq: number }>`update shop_stream set seq = seq + 1 where shop_id = ${id} returning seq`
    const isFree = (id: string) =>
      transaction(two.db, (tx) => sql`select from shop_stream where shop_id = ${id} for update nowait`.execute(tx)).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === '55P03') return false
          throw error
        },
      )
    for (const [taken, other, otherIsFree] of [
      ['first', 'second', true],
      ['second', 'first', false],
    ] as const) {
      const [locked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = transaction(two.db, async (tx) => {
        await sql`select from shop_stream where shop_id = ${taken} for update`.execute(tx)
        locked.resolve()
        await asked.promise
      })
      await locked.promise
      const waiting = transaction(one.db, (tx) => atOnce(tx, raising('first'), raising('second')))
      await vi.waitFor(async () => {
        const stuck = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with%shop_stream%'`
        expect((await stuck.execute(home.database.db)).rows).toHaveLength(1)
      })
      expect(await isFree(other), `while ${taken} is held, ${other} is free`).toBe(otherIsFree)
      asked.resolve()
      await Promise.all([holding, waiting])
    }
  })

  test('a serializable story runs again if another one commits first', async () => {
    await one.db.insertInto('shopStream').values({ shopId: 'sum' }).execute()
    const add = (database: Database) =>
      transaction(
        database.db,
        async (tx) => {
          const { seq } = await tx.selectFrom('shopStream').select('seq').where('shopId', '=', 'sum').executeTakeFirstOrThrow()
          await tx
            .updateTable('shopStream')
            .set({ seq: seq + 1 })
            .where('shopId', '=', 'sum')
            .execute()
        },
        { isolation: 'serializable' },
      )
    await Promise.all([add(one), add(two), add(one)])
    expect(await one.db.selectFrom('shopStream').select('seq').where('shopId', '=', 'sum').executeTakeFirst()).toEqual({ seq: 3 })
  })

  test('nodes that start together migrate one after the other', async () => {
    await sql`drop schema public cascade; create schema public`.execute(home.database.db)
    const done = await Promise.all([migrate(one), migrate(two), migrate(one)])
    expect(done.filter((names) => names.length > 0)).toHaveLength(1)
  })

  test('during a backup a node with nothing to migrate starts, and a node with a migration waits and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'red-carpet-migrations-'))
    cpSync(migrationsFolder, folder, { recursive: true })
    writeFileSync(join(folder, '9000-next.sql'), 'create table next (id int)')
    const release = await waitForTurn(two, 'migrate')
    expect(await migrate(one)).toEqual([])
    const waits = Promise.withResolvers<void>()
    const migrated = migrate(one, { folder, waits: waits.resolve })
    await waits.promise
    expect((await sql<{ is: boolean }>`select to_regclass('next') is not null as is`.execute(one.db)).rows).toEqual([{ is: false }])
    await release()
    expect(await migrated).toEqual(['9000-next'])
    rmSync(folder, { recursive: true })
  })
})
