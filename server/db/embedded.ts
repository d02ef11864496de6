import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { bell, channelName } from './channel.ts'
import type { Copying } from './copying.ts'
import { durableFiles, lockDataFolder, prepareDataFolder } from './data-folder.ts'
import type { Tables } from './tables.ts'
import { type Db, guardRoot, transaction } from './transaction.ts'

/** int8 as a number, as on PostgreSQL: our sums and ids stay far below 2^53. */
const parsers = { 20: Number }

/** `wal_sync_method`: the default, fdatasync, does nothing in WebAssembly. 64 MB of log instead of 1 GB: a demo must not fill a small disk. */
const settings = ['wal_sync_method=fsync', 'max_wal_size=64MB', 'min_wal_size=32MB'].flatMap((setting) => ['-c', setting])

/** Milliseconds of queries after which timers and sockets get their turn. */
const SLICE = 5

/** The embedded PostgreSQL, in this process: in a folder, or in memory from a dump (tests). */
export async function openEmbedded(place: { dataDir: string } | { dump: Blob }) {
  const unlock = 'dataDir' in place ? lockDataFolder(place.dataDir) : () => {}
  try {
    const database = databaseOver(await start(place), unlock)
    await database.ping()
    return database
  } catch (error) {
    unlock()
    throw error
  }
}

/** The database over a PGlite that runs already; `closed` is called after it is closed. */
export function databaseOver(pg: PGlite, closed: () => void = () => {}) {
  const pglite = considerate(pg)
  const db = guardRoot(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }))
  return {
    db,
    engine: 'pglite' as const,
    listen: (channel: string, heard: () => void) => listen(pg, channel, heard),
    // one process, made sure of by the folder's lock: every lock is ours
    standFor: async (_name: string, held: (ours: boolean) => void) => {
      held(true)
      return async () => {}
    },
    copying: <T>(story: (copying: Copying) => Promise<T>) => transaction(db, (tx) => story({ tx, ...copyThrough(pglite.copy) })),
    sweepDust: () => sweepDust(db),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: async () => {
      // the connection is handed out in turn: whoever asked before is served before; a second close finds nothing to wait for
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
 * There is no autovacuum in the embedded engine. A vacuum keeps everybody waiting (a table of 100,000 rows for half a second), so it is
 * done by autovacuum's own rule: where a tenth of a table has changed since the last time, or a fifth of it is dead.
 */
async function sweepDust(db: Db): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows: dusty } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup`.execute(db)
  for (const { name } of dusty) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}

async function start(place: { dataDir: string } | { dump: Blob }): Promise<PGlite> {
  if ('dump' in place) return PGlite.create({ loadDataDir: place.dump, parsers })
  const files = durableFiles(await prepareDataFolder(place.dataDir))
  // -F switches fsync off
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...settings]
  return PGlite.create({ fs: files, startParams, parsers })
}

type Query = <T>(
  text: string,
  values?: unknown[],
  options?: Parameters<PGlite['query']>[2],
) => Promise<{ rows: T[]; affectedRows?: number; fields: { name: string; dataTypeID: number }[] }>

/**
 * What Kysely gets of PGlite. Queries here run on microtasks, so that busy callers would keep timers and sockets waiting for seconds: a
 * turn of the event loop comes between them every few milliseconds. And a text without values may hold several statements, as with pg.
 */
function considerate(pg: PGlite) {
  let turned = performance.now()
  const breathe = async () => {
    if (performance.now() - turned < SLICE) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    turned = performance.now()
  }
  const asked =
    (on: Pick<PGlite, 'query' | 'exec'>): Query =>
    async <T>(text: string, values: unknown[] = [], options: Parameters<PGlite['query']>[2] = {}) => {
      await breathe()
      if (values.length > 0) return on.query<T>(text, values, options)
      const results = await on.exec(text, options)
      const last = results.at(-1)
      return { ...last, rows: (last?.rows ?? []) as T[], fields: last?.fields ?? [] }
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
      if (open === null) throw new Error('COPY without a transaction: others could come in between.')
      await breathe()
      return open.query(text, [], blob ? { blob } : {})
    },
    transaction: async <T>(story: (tx: { query: Query; rollback(): Promise<void> }) => Promise<T>): Promise<T> => {
      let begun = false
      try {
        return await pg.transaction((tx) => {
          begun = true
          open = tx
          return story({ query: asked(tx), rollback: () => tx.rollback() }).finally(() => {
            open = null
          })
        })
      } catch (error) {
        if (begun) throw error
        // Kysely waits for ever for a story that was not begun; begun like this, its first query tells
        const refuse = () => Promise.reject(error)
        return story({ query: refuse, rollback: refuse })
      }
    },
  }
}

function copyThrough(copy: ReturnType<typeof considerate>['copy']): Omit<Copying, 'tx'> {
  return {
    copyOut: async (query) => {
      const { blob } = await copy(`copy (${query}) to '/dev/blob'`)
      // no row, no blob
      return blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array()
    },
    copyIn: async (target, lines) => {
      const { affectedRows } = await copy(`copy ${target} from '/dev/blob'`, new Blob([lines]))
      return affectedRows ?? 0
    },
  }
}

async function listen(pg: PGlite, channel: string, heard: () => void): Promise<() => Promise<void>> {
  const { ring, silence } = bell(heard)
  const stop = await pg.listen(channelName(channel), ring)
  return async () => {
    silence()
    if (!pg.closed) await stop()
  }
}
