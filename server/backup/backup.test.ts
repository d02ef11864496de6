import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrationsFolder, readMigrations, runMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'
import { eventually } from '#tests/support/server/app.ts'
import { keysOf, wholeDigest } from '#tests/support/server/backup.ts'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { readArchive, writeArchive } from './archive.ts'
import { keepBackup } from './keep-backup.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const at = new Date('2026-11-21T10:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'red-carpet-backup-'))
let [here, there]: TestDatabase[] = []
beforeAll(async () => {
  here = await testDatabase()
  there = await testDatabase()
})
afterEach(() => Promise.all([here?.empty(), there?.empty()]))
afterAll(async () => {
  await Promise.all([here?.cleanUp(), there?.cleanUp()])
  rmSync(folder, { recursive: true, force: true })
})

const old = (): Database => here?.database ?? expect.unreachable()
const fresh = (): Database => there?.database ?? expect.unreachable()
let made = 0
/** Returns the file of a backup. */
async function backup(of = old()): Promise<string> {
  made += 1
  const file = join(folder, `${made}.tar.gz`)
  await takeBackup(of, file, { at, secretKey: 'a key for tests, not for anybody else' })
  return file
}
const mall = (id: string, title = 'Phoenix Mall') => ({ id, title, createdAt: at })

describe('a backup', () => {
  test('keeps every kind of value, and tables in many parts', async () => {
    const odd = [
      'tab\tand\nline\r\n',
      String.raw`\N`,
      String.raw`\.`,
      '',
      ' ',
      String.raw`back\\slash`,
      '"quote\'',
      'हिन्दी 🎉',
      '\u0001',
      '{null}',
    ]
    await transaction(old().db, async (tx) => {
      for (const [n, text] of odd.entries())
        await tx
          .insertInto('mall')
          .values({ ...mall(`m${n}`, text), legalName: odd[n - 1] ?? '' })
          .execute()
      await sql`update mall set gstin = '', created_at = '2026-11-21 10:00:00.123456+05:30' where id = 'm3'`.execute(tx)
      for (const detail of ['null', '{"a": null, "b": ["\\n", 1.50, 12345678901234567890]}', '"text"'])
        await tx.insertInto('audit').values({ action: 'reach', subject: 'mall', detail, at }).execute()
      for (let n = 0; n < 3; n += 1) {
        const picture = { kind: 'image' as const, extension: 'png', contentType: 'image/png', createdAt: at }
        await tx
          .insertInto('media')
          .values({ ...picture, hash: `hash${n}`, bytes: randomBytes(500_000) })
          .execute()
      }
      await sql`insert into audit (action, subject, detail, at)
        select 'fill', repeat(n::text, 350), to_jsonb(n), ${at} from generate_series(10001, 15000) n`.execute(tx)
    })
    const file = await backup()
    const parts: Record<string, number> = {}
    for await (const { name, bytes } of readArchive(file)) {
      const table = name.split('/')[1] ?? name
      parts[table] = (parts[table] ?? 0) + 1
      expect(bytes.length, name).toBeLessThan(12_000_000)
    }
    expect(parts).toMatchObject({ mall: 1, media: 1 })
    expect(parts.audit).toBeGreaterThan(1)
    await restoreBackup(fresh(), file, { replace: false })
    expect(await wholeDigest(fresh())).toEqual(await wholeDigest(old()))
    expect(await keysOf(fresh())).toEqual(await keysOf(old()))
    const { rows } = await sql<{
      kind: string
    }>`select coalesce(jsonb_typeof(detail), 'nothing') as kind from audit where action = 'reach' order by id`.execute(fresh().db)
    expect(rows.map(({ kind }) => kind)).toEqual(['null', 'object', 'string'])
  })

  test('shows one moment: a transaction that commits during the backup is in it completely or not at all', async () => {
    const pair = (n: number) =>
      transaction(old().db, async (tx) => {
        await tx
          .insertInto('mall')
          .values(mall(`m${n}`))
          .execute()
        await tx
          .insertInto('audit')
          .values({ action: 'made', subject: `m${n}`, at })
          .execute()
      })
    let committed = 0
    let over = false
    const writing = (async () => {
      for (; !over; committed += 1) await pair(committed)
    })()
    const another = (than: number) => eventually(() => (committed > than ? true : undefined))
    await another(10)
    // only on PostgreSQL can another transaction write during the backup; it must, after the first half of each pair was read
    const rivalled: Database = {
      ...old(),
      copying: (story) =>
        old().copying(({ tx, copyIn, copyOut }) => {
          const read = async (query: string) => {
            const lines = await copyOut(query)
            if (old().engine === 'postgres' && query.includes('"audit"')) await another(committed)
            return lines
          }
          return story({ tx, copyIn, copyOut: read })
        }),
    }
    const file = await backup(rivalled)
    over = true
    await writing
    await restoreBackup(fresh(), file, { replace: false })
    const { rows } = await sql<{ malls: number; alone: number }>`
      select count(*) as malls, count(*) filter (where a.id is null or m.id is null) as alone
      from mall m full join audit a on a.subject = m.id`.execute(fresh().db)
    expect(rows[0]?.malls).toBeGreaterThan(10)
    expect(rows[0]?.alone).toBe(0)
  })

  test('continues the numbers that the database generates', async () => {
    const add = (on: ReturnType<typeof old>) =>
      on.db.insertInto('audit').values({ action: 'made', subject: 'mall', at }).returning('id').executeTakeFirstOrThrow()
    for (let n = 0; n < 3; n += 1) await add(old())
    const { id } = await add(old())
    // the highest number was used once, and must not be used again
    await old().db.deleteFrom('audit').where('id', '=', id).execute()
    await restoreBackup(fresh(), await backup(), { replace: false })
    expect((await add(fresh())).id).toBe(id + 1)
  })

  test('of an older schema is migrated; one of a newer or foreign schema changes nothing', async () => {
    const files = readMigrations(migrationsFolder)
    await transaction(old().db, async (tx) => {
      await sql`drop schema public cascade`.execute(tx)
      await sql`create schema public`.execute(tx)
    })
    await transaction(old().db, (tx) => runMigrations(tx, files.slice(0, 1)))
    await old().db.insertInto('mall').values(mall('m1')).execute()
    const older = await backup()
    await fresh().db.insertInto('mall').values(mall('goes')).execute()
    const restored = await restoreBackup(fresh(), older, { replace: true })
    expect(restored.migrated).toEqual(files.slice(1).map(({ name }) => name))
    expect(await fresh().db.selectFrom('mall').select('id').execute()).toEqual([{ id: 'm1' }])
    await transaction(old().db, (tx) => runMigrations(tx, files))

    const then = await wholeDigest(fresh())
    await sql`insert into schema_checksum (name, checksum) values ('9999-later', 'x')`.execute(old().db)
    await expect(restoreBackup(fresh(), await backup(), { replace: true })).rejects.toThrow(
      'The backup is newer than this Red Carpet: it knows 9999-later',
    )
    await sql`delete from schema_checksum where name = '9999-later'`.execute(old().db)
    await sql`create table stranger (id int)`.execute(old().db)
    await expect(restoreBackup(fresh(), await backup(), { replace: true })).rejects.toThrow('other tables')
    await sql`drop table stranger`.execute(old().db)
    expect(await wholeDigest(fresh())).toEqual(then)
  })

  test('that an older PostgreSQL made can still be restored', async () => {
    // made by Red Carpet 1.0.11 on a PGlite of PostgreSQL 17 (PGlite 0.4.6): the demo, and three shoppers who paid at Royal Sarees
    const restored = await restoreBackup(fresh(), join(import.meta.dirname, '../../tests/fixtures/backup-of-postgresql-17.tar.gz'), {
      replace: false,
    })
    expect(restored.migrated, 'a later migration runs').toEqual(
      readMigrations(migrationsFolder)
        .slice(2)
        .map(({ name }) => name),
    )
    const { db } = fresh()
    const receipts = await db
      .selectFrom('receipt')
      .select(['serial', 'tokenNumber', 'totalPaise'])
      .where('shopId', '=', 'royal-sarees')
      .orderBy('serial')
      .execute()
    expect(receipts).toEqual([1, 2, 3].map((n) => ({ serial: n, tokenNumber: n, totalPaise: 14_160 })))
  })

  test('is not restored over foreign objects in the schema, unless told to replace them', async () => {
    const file = await backup()
    await sql`create view turnover as select 1 as paise; create function greet() returns text language sql as 'select null::text'`.execute(
      fresh().db,
    )
    await expect(restoreBackup(fresh(), file, { replace: false })).rejects.toThrow(
      'The schema public holds objects that Red Carpet did not make: function greet(), view turnover.',
    )
    const turnover = () => sql<{ is: boolean }>`select to_regclass('turnover') is not null as is`.execute(fresh().db)
    expect((await turnover()).rows, 'still there').toEqual([{ is: true }])
    await restoreBackup(fresh(), file, { replace: true })
    expect((await turnover()).rows).toEqual([{ is: false }])
  })

  test('of a database that is not ours is refused', async () => {
    await sql`alter table schema_checksum rename to schema_other`.execute(old().db)
    await expect(backup()).rejects.toThrow('There is no Red Carpet in this database')
    await sql`alter table schema_other rename to schema_checksum`.execute(old().db)
  })
})

describe('a damaged backup', () => {
  test('is refused before anything changes, whatever the damage', async () => {
    await old()
      .db.insertInto('mall')
      .values([mall('m1'), mall('m2')])
      .execute()
    const file = await backup()
    const bytes = readFileSync(file)
    const turned = (place: number) => Buffer.from(bytes.map((byte, i) => (i === place ? byte ^ 4 : byte)))
    const damages: Record<string, Buffer> = {
      'cut in half': bytes.subarray(0, bytes.length / 2),
      'last byte gone': bytes.subarray(0, -1),
      'a bit flipped early': turned(40),
      'a bit flipped in the middle': turned(Math.floor(bytes.length / 2)),
      'not an archive': Buffer.from('red carpet'),
      empty: Buffer.alloc(0),
    }
    const then = await wholeDigest(fresh())
    const damaged = join(folder, 'damaged.tar.gz')
    for (const [name, content] of Object.entries(damages)) {
      writeFileSync(damaged, content)
      await expect(restoreBackup(fresh(), damaged, { replace: true }), name).rejects.toThrow(
        /^\S+damaged\.tar\.gz is not a (?:complete )?backup/,
      )
    }
    await expect(readBackup(join(folder, 'nothing'))).rejects.toThrow('There is no file')

    const files: { name: string; bytes: Uint8Array }[] = []
    for await (const one of readArchive(file)) files.push(one)
    const [head, sums] = [files.find(({ name }) => name === 'head.json'), files.find(({ name }) => name === 'sums.json')]
    const without = (name: string) => files.filter((one) => one.name !== name)
    const with_ = (name: string, text: string) => files.map((one) => (one.name === name ? { name, bytes: Buffer.from(text) } : one))
    const text = (one: typeof head) => Buffer.from(one?.bytes ?? []).toString()
    const rows = 'rows/mall/000001'
    const written = (content: typeof files) =>
      writeArchive(damaged, async (add) => {
        for (const one of content) await add(one.name, one.bytes)
      })
    const wrong: Record<string, [files: typeof files, sentence: string]> = {
      'another row': [with_(rows, text(files.find(({ name }) => name === rows)).replace('m2', 'm3')), 'the rows of mall are not those'],
      'a table missing': [without(rows), 'the rows of mall are not those'],
      'no sums': [without('sums.json'), 'its sums are missing'],
      'no head': [without('head.json'), 'is not a backup of Red Carpet'],
      'another format': [with_('head.json', text(head).replace('"format": 1', '"format": 2')), 'is not a backup of Red Carpet'],
      'something after the sums': [[...files, { name: rows, bytes: Buffer.from('m9\n') }], 'which does not belong there'],
      'a file of another table': [
        [...files.slice(0, 1), { name: 'rows/pg_authid/000001', bytes: Buffer.from('x\n') }, ...files.slice(1)],
        'does not belong',
      ],
    }
    expect([head, sums]).not.toContain(undefined)
    for (const [name, [content, sentence]] of Object.entries(wrong)) {
      await written(content)
      await expect(restoreBackup(fresh(), damaged, { replace: true }), name).rejects.toThrow(sentence)
    }
    const staff = Buffer.from('s1\ta1\tm1\t2026-11-21 10:00:00+00\n')
    const sha256 = createHash('sha256').update(staff).digest('hex')
    const said = JSON.parse(text(sums)) as { tables: { name: string }[] }
    const tables = said.tables.map((table) => (table.name === 'shop_staff' ? { ...table, rows: 1, sha256 } : table))
    const lonely = with_('sums.json', JSON.stringify({ ...said, tables }))
    await written([...lonely.slice(0, -1), { name: 'rows/shop_staff/000001', bytes: staff }, ...lonely.slice(-1)])
    await expect(restoreBackup(fresh(), damaged, { replace: true }), 'staff of no shop').rejects.toThrow('violates foreign key')
    expect(await wholeDigest(fresh())).toEqual(then)
  })

  test('never gets the final name of a backup', async () => {
    const into = join(folder, 'kept')
    const cut = async (file: string) => writeFileSync(file, readFileSync(await backup()).subarray(0, -20))
    await expect(keepBackup(into, at, cut)).rejects.toThrow('is not a complete backup')
    const breaks = async (file: string) => {
      await cut(file)
      throw new Error('the disk is full')
    }
    await expect(keepBackup(into, at, breaks)).rejects.toThrow('the disk is full')
    expect(readdirSync(into)).toEqual([])
    const kept = await keepBackup(into, at, (file) => takeBackup(old(), file, { at, secretKey: null }))
    expect(readdirSync(into)).toEqual(['red-carpet-2026-11-21T10-00-00.tar.gz'])
    expect([kept.rows, statSync(kept.file).mode & 0o777, statSync(into).mode & 0o777]).toEqual([0, 0o600, 0o700])
  })

  test('reports the error of the disk', async () => {
    const fill = async (add: (name: string, bytes: Uint8Array) => Promise<void>) => {
      for (let n = 0; n < 40; n += 1) await add(`part${n}`, randomBytes(1_000_000))
    }
    await expect(writeArchive(join(folder, 'no-such-folder', 'file'), fill)).rejects.toThrow('ENOENT')
  })
})
