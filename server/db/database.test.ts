import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { isAway, isUniqueViolation, refusesWrites, wouldFailAgain } from './errors.ts'
import { migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { updating } from './rows.ts'
import { type Db, inOneTrip, send, type Tx, together, transaction, withCommit } from './transaction.ts'

let home: TestDatabase
let database: Database
let db: Db
beforeAll(async () => {
  home = await testDatabase()
  database = home.database
  db = database.db
})
afterEach(() => home.empty())
afterAll(() => home.cleanUp())

const stream = (id: string) => ({ shopId: id, seq: 1 })
const streams = async () => (await db.selectFrom('shopStream').select('shopId').orderBy('shopId').execute()).map(({ shopId }) => shopId)

describe('a statement that comes again and again', () => {
  const values = {
    n: 7,
    big: 2 ** 40,
    word: 'it’s {"quoted"}',
    flag: false,
    at: new Date(0),
    list: ['a', 'b,"c'],
    note: { deep: [1, null] },
    gone: null,
  }
  const readBack = (on: Pick<Tx, 'getExecutor'>) =>
    sql<
      typeof values
    >`select ${values.n}::int as n, ${values.big}::bigint as big, ${values.word}::text as word, ${values.flag}::boolean as flag,
      ${values.at}::timestamptz as at, ${values.list}::text[] as list, ${JSON.stringify(values.note)}::jsonb as note, ${values.gone}::text as gone`
      .execute(on as Db)
      .then(({ rows }) => rows[0])

  test('returns the same values each time, of each type', async () => {
    for (let time = 0; time < 10; time += 1) {
      expect(await readBack(db), `alone, ${time}`).toEqual(values)
      expect(await transaction(db, readBack), `in a transaction, ${time}`).toEqual(values)
    }
    const counted = await Promise.all([1, 2, 3].map(() => db.deleteFrom('shopStream').where('shopId', '=', 'nobody').executeTakeFirst()))
    expect(counted.map(({ numDeletedRows }) => numDeletedRows)).toEqual([0n, 0n, 0n])
  })

  test('fails alone if its values are wrong, and works afterwards', async () => {
    const half = (text: string) => sql<{ n: number }>`select ${text}::int / 2 as n`.execute(db)
    for (let time = 0; time < 8; time += 1) {
      await expect(half('none')).rejects.toMatchObject({ code: '22P02' })
      expect((await half('8')).rows).toEqual([{ n: 4 }])
    }
    const aborted = transaction(db, async (tx) => {
      await sql`select ${'none'}::int / 2 as n`.execute(tx).catch(() => {})
      await readBack(tx)
    })
    await expect(aborted).rejects.toBeDefined()
    expect(await readBack(db)).toEqual(values)
  })

  test('returns the new columns after its table has changed, also in a transaction', async () => {
    await sql`create table growing (id text primary key)`.execute(db)
    await sql`insert into growing values ('a')`.execute(db)
    const rows = (on: Db | Tx) => sql`select * from growing where id = ${'a'}`.execute(on).then((found) => found.rows)
    for (let time = 0; time < 8; time += 1) expect(await rows(db)).toEqual([{ id: 'a' }])
    await sql`alter table growing add column size int`.execute(db)
    expect(await rows(db), 'alone').toEqual([{ id: 'a', size: null }])
    for (let time = 0; time < 8; time += 1) await rows(db)
    await sql`alter table growing add column colour text`.execute(db)
    expect(await transaction(db, rows), 'in a transaction').toEqual([{ id: 'a', size: null, colour: null }])
    await sql`drop table growing`.execute(db)
  })
})

// A pool of PostgreSQL lets such a query wait for its limit of 15 s.
describe.skipIf(inject('engine') === 'postgres')('an embedded database that closes', () => {
  test('answers or refuses each query that comes at that moment, and the process goes on', async () => {
    const other = await testDatabase()
    const ask = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(other.database.db)
    for (let n = 0; n < 5; n += 1) await ask(n)
    const closed = other.cleanUp()
    const late = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(n)))
    await closed
    for (const one of late) if (one.status === 'rejected') expect(String(one.reason)).toMatch(/clos|destroyed/i)
    expect(late).toHaveLength(20)
  })
})

describe('transaction', () => {
  test('commits when its story resolves, rolls back when it throws', async () => {
    expect(
      await transaction(db, (tx) => tx.insertInto('shopStream').values(stream('kept')).returning('seq').executeTakeFirstOrThrow()),
    ).toEqual({ seq: 1 })
    const failed = transaction(db, async (tx) => {
      await tx.insertInto('shopStream').values(stream('lost')).execute()
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await streams()).toEqual(['kept'])
  })

  test('a query on the root connection inside it throws at once, however it is made', async () => {
    const prebuilt = db.selectFrom('account').select('id')
    const outside: Record<string, () => Promise<unknown>> = {
      builder: () => db.selectFrom('account').select('id').execute(),
      prebuilt: () => prebuilt.execute(),
      raw: () => sql`select 1`.execute(db),
      nested: () => transaction(db, async () => {}),
      'nested, controlled': () => db.startTransaction().execute(),
      connection: () => db.connection().execute(async () => {}),
      ping: () => database.ping(),
    }
    for (const [way, query] of Object.entries(outside)) {
      await expect(
        transaction(db, () => query()),
        way,
      ).rejects.toThrow('pass tx instead')
      await expect(
        transaction(db, async (tx) => {
          await tx.selectFrom('account').select('id').execute()
          await pause(1)
          await Promise.all([query()])
        }),
        `${way}, later`,
      ).rejects.toThrow('pass tx instead')
    }
    await database.ping()
  })

  test('work that outlives a story may use the root connection after its end, and other callers may use it at any time', async () => {
    let later: Promise<void> | undefined
    let release = () => {}
    const story = transaction(db, async () => {
      later = new Promise<void>((resolve) => {
        release = resolve
      }).then(() => database.ping())
      await pause(5)
    })
    await Promise.all([story, database.ping(), transaction(db, (tx) => tx.selectFrom('account').select('id').execute())])
    release()
    await later
  })

  test('runs statements that start together in the order in which they start', async () => {
    const count = sql<{ n: number }>`select count(*)::int as n from shop_stream`
    const counts = await transaction(db, (tx) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const inserting = tx
            .insertInto('shopStream')
            .values(stream(`s${i}`))
            .execute()
          const [, { rows }] = await Promise.all([inserting, count.execute(tx)])
          return rows[0]?.n
        }),
      ),
    )
    expect(counts).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    const known = await together(db, (own) =>
      inOneTrip(
        own,
        () => own.selectFrom('shopStream').select('shopId').where('shopId', '=', 's3').execute(),
        async () => 'beside it',
      ),
    )
    expect(known).toEqual([[{ shopId: 's3' }], 'beside it'])
  })

  test('commits what it sent without waiting, and fails with the error of such a statement', async () => {
    await transaction(db, async (tx) => send(tx, tx.insertInto('shopStream').values(stream('sent')).execute()))
    expect(await streams()).toEqual(['sent'])
    const again = (tx: Tx) => send(tx, tx.insertInto('shopStream').values(stream('sent')).execute())
    const stories: Record<string, (tx: Tx) => Promise<unknown>> = {
      'the story ends': async (tx) => again(tx),
      'the story goes on': async (tx) => {
        again(tx)
        await tx.insertInto('shopStream').values(stream('after')).execute()
      },
      'the story sends more': async (tx) => {
        send(tx, tx.insertInto('shopStream').values(stream('before')).execute())
        again(tx)
        send(tx, tx.insertInto('shopStream').values(stream('after')).execute())
      },
    }
    for (const [way, story] of Object.entries(stories)) {
      const error = await transaction(db, story).catch((raised: unknown) => raised)
      expect(isUniqueViolation(error), way).toBe(true)
      expect(await streams(), way).toEqual(['sent'])
    }
  })

  test('commits together with its last statement, and fails with the error of that statement', async () => {
    const added = (tx: Tx, name: string) => tx.insertInto('shopStream').values(stream(name)).returning('shopId').executeTakeFirstOrThrow()
    const last = (...names: string[]) =>
      transaction(db, async (tx) => {
        for (const name of names.slice(0, -1)) await added(tx, name)
        return withCommit(added(tx, names.at(-1) ?? '').then((row) => row.shopId))
      })
    expect(await last('first', 'second')).toBe('second')
    const before = await streams()
    expect(before).toEqual(expect.arrayContaining(['first', 'second']))
    expect(isUniqueViolation(await last('third', 'first').catch((raised: unknown) => raised))).toBe(true)
    expect(await streams()).toEqual(before)
  })

  test('leaves nothing of the statements that were under way when another one failed, and takes none after its end', async () => {
    let late: Promise<unknown> | undefined
    const failing = transaction(db, async (tx) => {
      const add = (id: string) => tx.insertInto('shopStream').values(stream(id)).execute()
      late = pause(50).then(() => add('late'))
      late.catch(() => {})
      await Promise.all([sql`select 1 / 0`.execute(tx), add('one'), add('two')])
    })
    await expect(failing).rejects.toThrow('division by zero')
    // The error of the statement that failed first arrives last.
    const slowly = transaction(db, (tx) => {
      const failed = sql`select 1 / 0`.execute(tx).catch((error: unknown) => pause(20).then(() => Promise.reject(error)))
      return Promise.all([failed, tx.insertInto('shopStream').values(stream('three')).execute()])
    })
    await expect(slowly).rejects.toThrow('division by zero')
    await expect(late).rejects.toThrow(/given back|already/)
    expect(await streams()).toEqual([])
  })

  test('runs its story again when PostgreSQL asks for it, three times at most', async () => {
    let tries = 0
    const again = (failures: number) =>
      transaction(db, async (tx) => {
        tries += 1
        await tx
          .insertInto('shopStream')
          .values(stream(`try-${tries}`))
          .execute()
        if (tries <= failures) await sql`do $$ begin raise exception 'again' using errcode = 'serialization_failure'; end $$`.execute(tx)
      })
    await again(3)
    expect([tries, await streams()]).toEqual([4, ['try-4']])
    await home.empty()
    tries = 0
    await expect(again(4)).rejects.toThrow('again')
    expect(tries).toBe(4)
  })
})

test('values have the same shapes on both engines', async () => {
  const at = new Date('2026-03-01T10:20:30.456Z')
  const params = JSON.stringify([{ name: 'Zoë "{}"', list: [1, null] }])
  const row = { kind: 'otp', channel: 'sms', mobile: '9000000001', locale: 'hi', params, state: 'queued', createdAt: at } as const
  await transaction(db, (tx) =>
    tx
      .insertInto('message')
      .values({ ...row, id: 'm1' })
      .execute(),
  )
  const read = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(read).toMatchObject({ createdAt: at, sentAt: null, params: [{ name: 'Zoë "{}"', list: [1, null] }], tries: 0 })
  const { rows } = await sql`
    select count(*) as total, 9007199254740991::int8 as large, 1.50::numeric as exact, true as yes, ${at}::timestamptz as moment, '{"a": {"b": []}}'::jsonb as json,
      array(select * from unnest(${['a,"', '{}', '']}::text[])) as texts, array(select * from unnest(${[3, 4]}::int[])) as numbers from message`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      total: 1,
      large: Number.MAX_SAFE_INTEGER,
      exact: '1.50',
      yes: true,
      moment: at,
      json: { a: { b: [] } },
      texts: ['a,"', '{}', ''],
      numbers: [3, 4],
    },
  ])
  const changed = await db.updateTable('message').set({ tries: 2 }).where('id', '=', 'm1').executeTakeFirstOrThrow()
  expect(changed.numUpdatedRows).toBe(1n)
})

test.each([1, 7])('an update of %i rows of a small table reads no others', async (many) => {
  await sql`insert into message (id, kind, channel, mobile, locale, params, state, created_at)
    select 'm' || n, 'otp', 'sms', '9000000001', 'hi', '[]', 'queued', now() from generate_series(1, 5000) n`.execute(db)
  await sql`vacuum (analyze) message`.execute(db)
  const rows = Array.from({ length: many }, (_, n) => ({ id: `m${n + 1}`, tries: 1 }))
  const plan = await sql`explain (analyze, timing off) ${updating('message', rows)}`.execute(db)
  expect(JSON.stringify(plan.rows)).toMatch(/Index(?: Only)? Scan .*message/)
  expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan')
})

test('errors are distinguished', async () => {
  await db.insertInto('shopStream').values(stream('one')).execute()
  const twice = await db
    .insertInto('shopStream')
    .values(stream('one'))
    .execute()
    .catch((error: unknown) => error)
  expect([isUniqueViolation(twice), isUniqueViolation(twice, 'shop_stream_pkey'), isUniqueViolation(twice, 'ticket_live')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isUniqueViolation(new Error('wrapped', { cause: twice }), 'shop_stream_pkey')).toBe(true)
  expect([isUniqueViolation(null), isUniqueViolation('x'), isAway(twice), isAway(undefined)]).toEqual([false, false, false, false])
  expect(isAway(Object.assign(new Error('gone'), { code: '57P01' }))).toBe(true)
  expect(isAway(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test.each(['25006', '53000', '53100', '53200', '53300', '53400', '58000', '58030', '58P01', 'ENOSPC', 'EROFS', 'EDQUOT', 'EIO'])(
  'a database that answers %s cannot write now, which another call may find over',
  (code) => {
    const error = new Error('wrapped', { cause: Object.assign(new Error('no'), { code }) })
    expect([refusesWrites(error), isAway(error), wouldFailAgain(error)]).toEqual([true, true, true])
  },
)

test.each(['22001', '23505', '23514', '25001', '25P02', '40001', '42501', '42P01', '57014', '0A000', 'XX000'])(
  'a statement that fails with %s is its own fault, not that of a database that is away',
  (code) => {
    expect(isAway(Object.assign(new Error('no'), { code }))).toBe(false)
  },
)

test('a notification is heard after the commit, not after a rollback, and outside of every transaction', async () => {
  const kept = vi.fn(() => database.ping())
  const undone = vi.fn()
  const stopKept = await database.listen('kept', kept)
  const stopUndone = await database.listen('undone', undone)
  const failed = transaction(db, async (tx) => {
    await sql`notify undone`.execute(tx)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  let heardInside = 0
  await transaction(db, async (tx) => {
    await sql`notify kept`.execute(tx)
    await pause(20)
    heardInside = kept.mock.calls.length
  })
  await vi.waitFor(() => expect(kept).toHaveBeenCalled())
  await kept.mock.results[0]?.value
  expect([heardInside, undone.mock.calls.length]).toEqual([0, 0])

  await stopUndone()
  const again = vi.fn()
  const stopAgain = await database.listen('kept', again)
  await sql`notify undone; notify kept`.execute(db)
  await vi.waitFor(() => expect([again.mock.calls.length, kept.mock.calls.length]).toEqual([1, 2]))
  expect(undone).not.toHaveBeenCalled()
  await Promise.all([stopKept(), stopAgain()])
  await expect(database.listen('kept; drop table account', () => {})).rejects.toThrow('Not a channel name')
})

describe('migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'red-carpet-migrations-'))
  cpSync(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const exists = async (table: string) =>
    (await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)).rows[0]?.is

  test('does nothing the second time, runs new files in order, leaves nothing of a file that fails', async () => {
    expect([await migrate(database), await migrate(database, { folder })]).toEqual([[], []])
    file(
      '9000-first.sql',
      `-- several; statements\ncreate table extra (id int);\ninsert into extra values (1), (2);\ncreate function f() returns text language sql as $$ select 'a;b' $$;`,
    )
    file('9001-second.sql', 'alter table extra add note text;\ncreate table half (id int);\nselect nothing_here;')
    await expect(migrate(database, { folder })).rejects.toThrow(/9001-second failed: .*nothing_here/)
    expect([await exists('extra'), await exists('half')]).toEqual([true, false])
    file('9001-second.sql', 'alter table extra add note text;')
    expect(await migrate(database, { folder })).toEqual(['9001-second'])
    expect((await sql`select id, note, f() from extra`.execute(db)).rows).toEqual([
      { id: 1, note: null, f: 'a;b' },
      { id: 2, note: null, f: 'a;b' },
    ])
  })

  test('refuses a file that was changed after it ran, a newer database, a file before one that ran, and wrong file names', async () => {
    file('9001-second.sql', 'alter table extra add note text; -- changed')
    await expect(migrate(database, { folder })).rejects.toThrow('A migration was changed after it had run here: 9001-second.')
    file('9001-second.sql', 'alter table extra add note text;\r\n'.trimEnd())
    expect(await migrate(database, { folder })).toEqual([])
    await expect(migrate(database)).rejects.toThrow('The database is newer than this Red Carpet: it knows 9000-first, 9001-second.')
    file('8999-late.sql', 'create table late (id int);')
    await expect(migrate(database, { folder })).rejects.toThrow(
      'A migration has a lower number than 9001-second, which has run here: 8999-late.',
    )
    file('third.sql', '')
    await expect(migrate(database, { folder })).rejects.toThrow('A migration must be called NNNN-name.sql')
  })
})
