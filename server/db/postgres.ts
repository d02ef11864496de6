import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../kit/log.ts'
import { SharingSocket } from './one-lookup.ts'
import { standForLock } from './postgres-candidate.ts'
import { copyingOver } from './postgres-copying.ts'
import { openListener } from './postgres-listener.ts'
import { leavingTheSilent } from './postgres-pool.ts'
import type { Tables } from './tables.ts'
import { guardRoot, refuseInTransaction } from './transaction.ts'

/** int8 as a number: our sums and ids stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/**
 * The server notices a client that vanished without a word (a dead machine, a cut cable) after 25 s, whether it waits for it (keepalive) or
 * has told it something (user timeout): later than the client notices it (20 s), so that no lock has two holders.
 */
const options = '-c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'

/** How long the server works on a query of the pool before it gives up by itself. */
const STATEMENT_MS = 30_000
/** How long a query of the pool waits for its answer: later than the server would have given up, so that only a silent one is left. */
const ANSWER_MS = STATEMENT_MS + 5_000
/** The same for the question whether the server is there, which whoever asks for readiness does not wait for longer than 2 s. */
const PING_MS = 1500

/**
 * A PostgreSQL server (15 or newer), through a pool of 16 and a few connections of their own for listening and locks. A query of the pool
 * that has no answer after `answerMs` fails as a lost connection does.
 */
export async function openPostgres(url: string, log: Pick<Log, 'warn'>, { answerMs = ANSWER_MS } = {}) {
  const connection: pg.ClientConfig = {
    connectionString: url,
    stream: () => new SharingSocket(),
    application_name: 'red-carpet',
    keepAlive: true,
    // else the first probe goes out after the two hours of the operating system
    keepAliveInitialDelayMillis: 10_000,
    // also the wait for a free connection of the pool: a rush of hundreds takes a while on a small machine
    connectionTimeoutMillis: 15_000,
    options,
    types,
  }
  const limits = { query_timeout: answerMs, statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: 30_000 }
  const pool = new pg.Pool({ ...connection, ...limits, max: 16 })
  const report = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  // without a listener an error of an idle connection ends the process; the pool listens only while it holds the client itself
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', report))

  const answering = leavingTheSilent(pool)
  const db = guardRoot(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: answering }) }))
  const listener = openListener(connection, log)
  const candidates = new Set<() => Promise<void>>()

  /** Asks for a word, soon: a connection that has none is thrown away, so that the next question is another one's. */
  const ping = async () => {
    refuseInTransaction()
    const client = await answering.connect()
    try {
      await client.query({ text: 'select 1', query_timeout: PING_MS })
    } finally {
      client.release()
    }
  }

  const standFor = async (name: string, held: (ours: boolean) => void): Promise<() => Promise<void>> => {
    const giveUp = await standForLock(connection, log, name, held)
    const stepDown = async () => {
      if (candidates.delete(stepDown)) await giveUp()
    }
    candidates.add(stepDown)
    return stepDown
  }

  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    engine: 'postgres' as const,
    listen: listener.listen,
    standFor,
    copying: copyingOver(connection),
    // the server has its autovacuum
    sweepDust: async () => {},
    ping,
    close: async () => {
      await Promise.all([...[...candidates].map((stepDown) => stepDown()), listener.close()])
      await db.destroy()
    },
  }
}
