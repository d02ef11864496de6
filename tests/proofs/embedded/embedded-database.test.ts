import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { eraseDataFolder } from '#server/db/embedded/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { transaction } from '#server/db/transaction.ts'

describe.skipIf(inject('engine') !== 'pglite')('the embedded database in its folder', () => {
  let dataDir = ''
  const children: ChildProcess[] = []
  const opened: Database[] = []

  async function open(): Promise<Database> {
    const database = await openDatabase({ dataDir })
    opened.push(database)
    return database
  }

  /** Another process on the folder; `lines` fills with its output. */
  function start(task: 'hold' | 'write' | 'refuse') {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../support/server/embedded-child.ts'), task, dataDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    const lines: string[] = []
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
    return { child, lines, silent: once(reader, 'close') }
  }

  async function kill({ child, silent }: ReturnType<typeof start>) {
    child.kill('SIGKILL')
    await silent
  }

  beforeAll(async () => {
    dataDir = fs.mkdtempSync(join(tmpdir(), 'red-carpet-'))
    const database = await open()
    await migrate(database)
    await database.close()
  })
  afterEach(async () => {
    // A database that a failed test left open would break the next tests.
    for (const database of opened.splice(0)) await database.close()
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

  test('a folder that other users could read is closed to them', async () => {
    fs.chmodSync(dataDir, 0o755)
    await open()
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('each commit reaches the disk before it is acknowledged', async () => {
    const database = await open()
    const synced = vi.spyOn(fs, 'fdatasyncSync')
    for (let row = 0; row < 10; row += 1) {
      const before = synced.mock.calls.length
      await transaction(database.db, (tx) =>
        tx
          .insertInto('shopStream')
          .values({ shopId: `synced-${row}` })
          .execute(),
      )
      expect(synced.mock.calls.length).toBeGreaterThan(before)
    }
    synced.mockRestore()
    await database.close()
  })

  test('if the disk refuses a commit, the process ends before it acknowledges the commit', async () => {
    const child = start('refuse')
    await child.silent
    expect([child.lines, child.child.exitCode ?? (await once(child.child, 'exit'))[0]]).toEqual([['open', 'acknowledged'], 1])
    const database = await open()
    await database.ping()
    await database.close()
  })

  test('timers and sockets get their turn while 200 callers keep the database busy', async () => {
    const database = await open()
    const end = performance.now() + 500
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 1)
    const busy = async (caller: number) => {
      while (performance.now() < end) {
        if (caller % 2) await database.ping()
        else await transaction(database.db, (tx) => tx.selectFrom('account').select('id').execute())
      }
    }
    await Promise.all(Array.from({ length: 200 }, (_, caller) => busy(caller)))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(10)
    await database.close()
  })

  test('a second process is told that the folder is in use, and gets it after a kill -9', async () => {
    const first = start('hold')
    await vi.waitFor(() => expect(first.lines).toEqual(['open']), 10_000)
    const second = start('hold')
    await second.silent
    expect(second.lines).toEqual([expect.stringContaining(`Another Red Carpet is already running on this data folder (${dataDir})`)])
    await expect(openDatabase({ dataDir })).rejects.toThrow('or set DATA_DIR')
    expect(() => eraseDataFolder(dataDir)).toThrow('Another Red Carpet')
    await kill(first)
    const database = await open()
    await expect(openDatabase({ dataDir })).rejects.toThrow('Another Red Carpet')
    await database.close()
  })

  test('acknowledged rows survive a kill -9 in the middle of writing', async () => {
    for (let round = 0; round < 2; round += 1) {
      const writer = start('write')
      await vi.waitFor(() => expect(writer.lines.length).toBeGreaterThan(200), 10_000)
      await kill(writer)
      const database = await open()
      const rows = await database.db.selectFrom('shopStream').select('shopId').execute()
      const kept = new Set(rows.map(({ shopId }) => shopId))
      expect(writer.lines.slice(1).filter((id) => !kept.has(id))).toEqual([])
      await database.close()
    }
  })

  test('closing lets waiting queries finish, and refuses later ones', async () => {
    const database = await open()
    const rows = Array.from({ length: 20 }, (_, row) =>
      transaction(database.db, (tx) =>
        tx
          .insertInto('shopStream')
          .values({ shopId: `late-${row}` })
          .execute(),
      ),
    )
    const closing = database.close()
    await expect(Promise.all(rows)).resolves.toHaveLength(20)
    await closing
    await database.close()
    await expect(transaction(database.db, (tx) => tx.selectFrom('mall').select('id').execute())).rejects.toThrow('destroyed')
    await expect(database.ping()).rejects.toThrow('destroyed')
  })

  test('a table is vacuumed when much of it has changed, and not before', async () => {
    const database = await open()
    const { db } = database
    await sql`insert into shop_stream (shop_id, seq) select 'dust-' || n, 0 from generate_series(1, 1000) n`.execute(db)
    const sweeps = async () => {
      await database.vacuum()
      const { rows } = await sql<{ n: number }>`select vacuum_count as n from pg_stat_user_tables where relname = 'shop_stream'`.execute(db)
      return rows[0]?.n
    }
    const first = Number(await sweeps())
    expect(first).toBeGreaterThan(0)
    await sql`update shop_stream set seq = 1 where shop_id in ('dust-1', 'dust-2')`.execute(db)
    expect(await sweeps(), 'two rows of a thousand').toBe(first)
    await sql`update shop_stream set seq = 2`.execute(db)
    expect(await sweeps(), 'nearly all of them').toBe(first + 1)
    await database.close()
  })

  test('an erased folder starts with a new database', async () => {
    const database = await open()
    expect(await migrate(database)).toEqual([])
    await database.close()
    eraseDataFolder(dataDir)
    expect(fs.existsSync(join(dataDir, 'pgdata'))).toBe(false)
    fs.mkdirSync(join(dataDir, 'pgdata', 'base'), { recursive: true })
    const fresh = await open()
    expect(await migrate(fresh)).not.toEqual([])
    await fresh.close()
  })
})
