import type { Log } from '#server/kit/log.ts'
import type { Copying } from './copying.ts'
import type { Db } from './transaction.ts'

export interface Database {
  db: Db
  engine: 'pglite' | 'postgres'
  /**
   * Calls `heard` some time after each commit that notified the channel (several may become one call), and after any gap in listening. It
   * gets the last text, or none after a gap. If it cannot listen yet, it tries again in the background. Resolves to the function that stops
   * it.
   */
  listen(channel: string, heard: (said?: string) => void): Promise<() => Promise<void>>
  /**
   * Competes for a lock that one process may hold. Calls `held(true)` when this process gets it, and `held(false)` if the connection that
   * held it dies; then it competes again. Resolves after the first try to a function that releases it or stops competing.
   */
  seekLock(name: string, held: (ours: boolean) => void): Promise<() => Promise<void>>
  /**
   * Opens a transaction over one snapshot, without a time limit. With PostgreSQL it has its own connection. The embedded database has only
   * one, so all other callers wait until it ends.
   */
  copying<T>(story: (copying: Copying) => Promise<T>): Promise<T>
  /** Vacuums tables that have changed much (embedded only; PostgreSQL has its autovacuum). Call it outside any transaction. */
  vacuum(): Promise<void>
  /**
   * Rejects if the database does not answer, is read-only, or has refused a write within the last seconds. It works when the pool is full.
   */
  ping(): Promise<void>
  /** By the clock of the database, which all nodes share. */
  time(): Promise<Date>
  /** Ends listening, locks and connections, after the queries in progress. */
  close(): Promise<void>
}

/**
 * Opens one of three databases: PostgreSQL at `url`, the embedded database in `dataDir`, or one in memory from `inMemoryDump` (tests). If
 * `sessionUrl` names the PostgreSQL server itself, `url` may lead to a pooler in transaction mode. Throws `DataFolderInUse` if another
 * process uses the folder. Runs no migrations.
 */
export async function openDatabase(options: {
  url?: string
  sessionUrl?: string
  dataDir?: string
  inMemoryDump?: Uint8Array<ArrayBuffer> | Blob
  log?: Pick<Log, 'warn'>
}): Promise<Database> {
  const { url, sessionUrl, dataDir, inMemoryDump, log = { warn: () => {} } } = options
  // Only the engine that is used takes time and memory.
  if (url !== undefined) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres(url, log, sessionUrl === undefined ? {} : { sessionUrl })
  }
  const { openEmbedded } = await import('./embedded/embedded.ts')
  if (inMemoryDump !== undefined) return openEmbedded({ dump: inMemoryDump instanceof Blob ? inMemoryDump : new Blob([inMemoryDump]) })
  if (dataDir !== undefined) return openEmbedded({ dataDir })
  throw new Error('openDatabase needs a url, a dataDir or a dump.')
}
