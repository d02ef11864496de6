import { PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { askReadOnly, refusedWrites } from '#server/db/refused-writes.ts'
import { openKysely, refuseInTransaction } from '#server/db/transaction.ts'
import type { Log } from '#server/kit/log.ts'
import { checkAddresses } from './addresses.ts'
import { takeLockWhenFree } from './candidate.ts'
import { copyingOver } from './copying.ts'
import { openListener } from './listener.ts'
import { leavingTheSilent } from './pool.ts'
import { openProbe, PING_MS } from './probe.ts'
import { directTo, limitedTo, pooledTo, STATEMENT_MS } from './settings.ts'

/** The longest wait for an answer, in ms. It is longer than the server's own limit, so only a silent server exceeds it. */
const ANSWER_MS = STATEMENT_MS + 5_000

/**
 * Needs PostgreSQL 15 or newer. It opens a pool of 16, and a few extra connections for listening, locks and readiness. With a `sessionUrl`,
 * `url` may be a pooler in transaction mode: the pool uses it, and everything that needs a session uses `sessionUrl`. A query of the pool
 * without an answer after `answerMs` fails like a lost connection. So does a call that gets no connection of the pool.
 */
export async function openPostgres(
  url: string,
  log: Pick<Log, 'warn'>,
  { sessionUrl, answerMs = ANSWER_MS }: { sessionUrl?: string; answerMs?: number } = {},
) {
  const pooled = sessionUrl !== undefined
  const direct = directTo(sessionUrl ?? url)
  // `pipeline`: statements that do not wait for each other are sent together.
  const pool = new pg.Pool({ ...(pooled ? pooledTo(url) : limitedTo(url)), query_timeout: answerMs, max: 16, pipeline: true })
  const report = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  // without a listener an error of an idle connection ends the process; the pool itself listens only while a client is idle
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', report))

  const refused = refusedWrites()
  const db = openKysely(new PostgresDialect({ pool: leavingTheSilent(pool, { pooled, refused }) }))
  const listener = openListener(direct, log)
  const probe = openProbe(direct, pooled ? pooledTo(url) : null)
  const candidates = new Set<() => Promise<void>>()

  const seekLock = async (name: string, held: (ours: boolean) => void): Promise<() => Promise<void>> => {
    const giveUp = await takeLockWhenFree(direct, log, name, held)
    const stepDown = async () => {
      if (candidates.delete(stepDown)) await giveUp()
    }
    candidates.add(stepDown)
    return stepDown
  }

  try {
    await checkAddresses(probe, pooled ? db : null)
    await sql`select 1`.execute(db)
  } catch (error) {
    await Promise.all([probe.end(), db.destroy()])
    throw error
  }
  return {
    db,
    engine: 'postgres' as const,
    listen: listener.listen,
    seekLock,
    copying: copyingOver(direct),
    // PostgreSQL has autovacuum
    vacuum: async () => {},
    ping: async () => {
      refuseInTransaction()
      await probe.ask<{ isReadOnly: boolean }>(askReadOnly, PING_MS, ([row]) => refused.check(row))
    },
    time: async () => {
      refuseInTransaction()
      const [row] = await probe.ask<{ now: Date }>('select clock_timestamp() as now')
      if (!row) throw new Error('the database did not return its time')
      return row.now
    },
    close: async () => {
      await Promise.all([...[...candidates].map((stepDown) => stepDown()), listener.close(), probe.end()])
      await db.destroy()
    },
  }
}
