import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../kit/log.ts'
import { copyingOver } from './postgres-copying.ts'
import { openListener } from './postgres-listener.ts'
import { openSession, type Session } from './postgres-session.ts'
import type { Tables } from './tables.ts'
import { guardRoot } from './transaction.ts'

/** int8 as a number: our sums and ids stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** The server notices a client that vanished after 25 s: later than the client notices it (20 s), so that no lock has two holders. */
const options = '-c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** A PostgreSQL server (15 or newer), through a pool of 16 and a few connections of their own for listening and locks. */
export async function openPostgres(url: string, log: Pick<Log, 'warn'>) {
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: 'red-carpet',
    keepAlive: true,
    // also the wait for a free connection of the pool: a rush of hundreds takes a while on a small machine
    connectionTimeoutMillis: 15_000,
    options,
    types,
  }
  const pool = new pg.Pool({ ...connection, max: 16, statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 })
  const report = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  // without a listener an error of an idle connection ends the process; the pool listens only while it holds the client itself
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', report))

  const db = guardRoot(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
  const listener = openListener(connection, log)
  const locks = new Set<Session>()

  const ping = async () => {
    await sql`select 1`.execute(db)
  }

  const holdLock = async (name: string, lost: () => void): Promise<null | (() => Promise<void>)> => {
    const session = await openSession(connection, (error) => {
      if (!locks.delete(session)) return
      report(error)
      lost()
    })
    locks.add(session)
    const giveBack = async () => {
      locks.delete(session)
      await session.end()
    }
    try {
      const { rows } = await session.client.query<{ ours: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [
        `red-carpet:${name}`,
      ])
      if (rows[0]?.ours) return giveBack
    } catch (error) {
      await giveBack()
      throw error
    }
    await giveBack()
    return null
  }

  try {
    await ping()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    engine: 'postgres' as const,
    listen: listener.listen,
    holdLock,
    copying: copyingOver(connection),
    // the server has its autovacuum
    sweepDust: async () => {},
    ping,
    close: async () => {
      const ending = [...locks].map((session) => session.end())
      locks.clear()
      await Promise.all([...ending, listener.close()])
      await db.destroy()
    },
  }
}
