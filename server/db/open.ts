import type { Log } from '../kit/log.ts'
import type { Copying } from './copying.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Db } from './transaction.ts'

/** The open database, on either engine. */
export interface Database {
  db: Db
  engine: 'pglite' | 'postgres'
  /** Calls `heard` some time after each commit that notified the channel (several may become one), and after any gap in listening. Resolves to the way to stop. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>
  /**
   * Stands for a lock that one process of all may hold: `held(true)` once it is ours, `held(false)` if the connection that held it dies;
   * then it stands again. Resolves after the first try to the way to give the lock, or the standing, up.
   */
  standFor(name: string, held: (ours: boolean) => void): Promise<() => Promise<void>>
  /**
   * Opens a transaction over one snapshot in which whole tables can be moved, without a limit of time. On PostgreSQL it has a connection of
   * its own; the embedded database has one, so everybody else waits for its end.
   */
  copying<T>(story: (copying: Copying) => Promise<T>): Promise<T>
  /** Vacuums what has changed much where nobody else does (embedded); call it now and then, outside of any transaction. */
  sweepDust(): Promise<void>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Ends listening, locks and connections, after the queries that are under way. */
  close(): Promise<void>
}

/**
 * Opens PostgreSQL at `url`, or the embedded database in `dataDir`, or one in memory from `inMemoryDump` (tests). Throws `DataFolderInUse`
 * if another process has the folder. Nothing is migrated yet.
 */
export async function openDatabase(options: {
  url?: string
  dataDir?: string
  inMemoryDump?: Uint8Array<ArrayBuffer> | Blob
  log?: Pick<Log, 'warn'>
}): Promise<Database> {
  const { url, dataDir, inMemoryDump, log = { warn: () => {} } } = options
  if (url !== undefined) return openPostgres(url, log)
  if (inMemoryDump !== undefined) return openEmbedded({ dump: inMemoryDump instanceof Blob ? inMemoryDump : new Blob([inMemoryDump]) })
  if (dataDir !== undefined) return openEmbedded({ dataDir })
  throw new Error('openDatabase needs a url, a dataDir or a dump.')
}
