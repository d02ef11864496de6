import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, sql } from 'kysely'
import { bell, channelName } from '#server/db/channel.ts'
import type { Copying } from '#server/db/copying.ts'
import { askReadOnly, type RefusedWrites, refusedWrites } from '#server/db/refused-writes.ts'
import { type Db, openKysely, transaction } from '#server/db/transaction.ts'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { durableFiles } from './durable-files.ts'
import { type Outcome, preparedStatements } from './prepared.ts'
import { SMALL_COMPILER } from './small-compiler.ts'

/** int8 as a number, as with PostgreSQL: our sums and ids stay far below 2^53. */
const parsers = { 20: Number }

/** PostgreSQL's own 128 MB would be ours for good; the files are in the system's cache anyway. */
const SMALL_BUFFERS = ['-c', 'shared_buffers=16MB']

/**
 * `wal_sync_method`: the default, fdatasync, does nothing in WebAssembly. The log takes at most 64 MB instead of 1 GB, so that a demo does
 * not fill a small disk.
 */
const settings = ['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB', ...SMALL_BUFFERS]

/** After this many milliseconds of queries, timers and sockets get a turn. */
const SLICE = 5

/** The database is in a folder, or in memory from a dump (tests). */
export async function openEmbedded(source: { dataDir: string } | { dump: Blob }) {
  const unlock = 'dataDir' in source ? lockDataFolder(source.dataDir) : () => {}
  try {
    const database = databaseOver(await start(source), unlock)
    await database.ping()
    return database
  } catch (error) {
    unlock()
    throw error
  }
}

/** `closed` is called after the database is closed. */
export function databaseOver(pg: PGlite, closed: () => void = () => {}) {
  const refused = refusedWrites()
  const pglite = yielding(pg, refused)
  const db = openKysely(new PGliteDialect({ pglite }))
  return {
    db,
    engine: 'pglite' as const,
    listen: (channel: string, heard: () => void) => listen(pg, channel, heard),
    // the folder's lock allows only one process, so every lock is ours
    seekLock: async (_name: string, held: (ours: boolean) => void) => {
      held(true)
      return async () => {}
    },
    copying: <T>(story: (copying: Copying) => Promise<T>) => transaction(db, (tx) => story({ tx, ...copyThrough(pglite.copy) })),
    vacuum: () => vacuum(db),
    ping: async () => {
      const { rows } = await sql.raw<{ isReadOnly: boolean }>(askReadOnly).execute(db)
      refused.check(rows[0])
    },
    time: async () => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      const [row] = rows
      if (!row) throw new Error('the database did not return its time')
      return row.now
    },
    close: async () => {
      // the connection is handed out in order, so earlier callers are served first; a second close has nothing to wait for
      await db
        .connection()
        .execute(async () => {})
        .catch(() => {})
      await db.destroy()
      closed()
    },
  }
}

/**
 * The embedded engine has no autovacuum. A vacuum makes all callers wait (half a second for a table of 100,000 rows). So it follows
 * autovacuum's own rule: a tenth of a table has changed since the last time, or a fifth of it is dead.
 */
async function vacuum(db: Db): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`.execute(db)
  for (const { name } of tables) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}

/** Like `openEmbedded`, without the database over PGlite. */
export async function start(source: { dataDir: string } | { dump: Blob }): Promise<PGlite> {
  if ('dump' in source)
    return PGlite.create({ loadDataDir: source.dump, startParams: [...PGlite.defaultStartParams, ...SMALL_BUFFERS], parsers })
  // They count for what is compiled from now on. A database from a dump lives in a process that has more memory than time.
  setFlagsFromString(SMALL_COMPILER.join(' '))
  const files = durableFiles(await prepareDataFolder(source.dataDir))
  // -F switches fsync off
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...settings]
  return PGlite.create({ fs: files, startParams, parsers })
}

type Query = <T>(text: string, values?: unknown[], options?: Parameters<PGlite['query']>[2]) => Promise<Outcome<T>>

/**
 * What Kysely uses of PGlite. Its queries run on microtasks: busy callers would keep timers and sockets waiting for seconds. So every few
 * milliseconds a turn of the event loop comes in between. A text without values may hold several statements, as with pg.
 */
function yielding(pg: PGlite, refused: RefusedWrites) {
  let turned = performance.now()
  const yieldOnce = async () => {
    if (performance.now() - turned < SLICE) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    turned = performance.now()
  }
  const prepared = preparedStatements(pg)
  const asked =
    (on: Pick<PGlite, 'query' | 'exec' | 'closed'>): Query =>
    async <T>(text: string, values: unknown[] = [], options: Parameters<PGlite['query']>[2] = {}) => {
      await yieldOnce()
      try {
        // PGlite says it in its own words if it is closed.
        if (values.length > 0) return await (on.closed ? on.query<T>(text, values, options) : prepared<T>(text, values, on !== pg))
        const results = await on.exec(text, options)
        const last = results.at(-1)
        return { ...last, rows: (last?.rows ?? []) as T[], fields: last?.fields ?? [] }
      } catch (error) {
        refused.note(error)
        throw error
      }
    }
  let open: Pick<PGlite, 'query'> | null = null
  return {
    get closed() {
      return pg.closed
    },
    get ready() {
      return pg.ready
    },
    waitReady: pg.waitReady,
    close: () => pg.close(),
    query: asked(pg),
    /** COPY from or to a blob, in the transaction that is open. */
    copy: async (text: string, blob?: Blob) => {
      if (open === null) throw new Error('COPY needs a transaction: without one, other queries could come in between.')
      await yieldOnce()
      return open.query(text, [], blob ? { blob } : {})
    },
    transaction: async <T>(story: (tx: { query: Query; rollback(): Promise<void> }) => Promise<T>): Promise<T> => {
      let begun = false
      try {
        return await pg.transaction((tx) => {
          begun = true
          open = tx
          const { query, over } = inTurn(asked(tx))
          return story({ query, rollback: () => tx.rollback() }).finally(async () => {
            // After the end of its transaction, a statement would be a transaction of its own.
            await over()
            open = null
          })
        })
      } catch (error) {
        if (begun) throw error
        // Kysely would wait forever for a story that never begins. So it begins, and its first query throws the error.
        const refuse = () => Promise.reject(error)
        return story({ query: refuse, rollback: refuse })
      }
    },
  }
}

/** Queries run one after another. `over` resolves when those that have started are over. */
function inTurn(query: Query): { query: Query; over: () => Promise<void> } {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: async <T>(...asked: Parameters<Query>) => {
      const running = last.then(() => query<T>(...asked))
      last = running.catch(() => {})
      return running
    },
    over: async () => {
      await last
    },
  }
}

function copyThrough(copy: ReturnType<typeof yielding>['copy']): Omit<Copying, 'tx'> {
  return {
    copyOut: async (query) => {
      const { blob } = await copy(`copy (${query}) to '/dev/blob'`)
      // without rows there is no blob
      return blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array()
    },
    copyIn: async (target, lines) => {
      const { affectedRows } = await copy(`copy ${target} from '/dev/blob'`, new Blob([lines]))
      return affectedRows ?? 0
    },
  }
}

async function listen(pg: PGlite, channel: string, heard: (said?: string) => void): Promise<() => Promise<void>> {
  const { ring, silence } = bell(heard)
  const stop = await pg.listen(channelName(channel), ring)
  return async () => {
    silence()
    if (!pg.closed) await stop()
  }
}
