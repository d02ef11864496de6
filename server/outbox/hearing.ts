import type { Database } from '#server/db/open.ts'
import type { Tx } from '#server/db/transaction.ts'
import { every } from '#server/kit/clock.ts'
import { coalesceRuns } from '#server/kit/coalesce.ts'
import type { Log } from '#server/kit/log.ts'
import { RELAYED_CHANNEL } from './batch.ts'
import { type Relayed, relayedOf } from './event.ts'

export interface Hearing {
  /** Hears all events that have been relayed so far; for tests and for stopping. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const BATCH = 500
/** A fallback for LISTEN: the longest that a screen waits if a wake-up is lost. */
const POLL_MS = 1000

/**
 * Lets this node hear all events that any node relays from now on, in the one order. If `hear` throws, the same events are heard again.
 * So a node that loses the database for a while misses no event, but may hear a few events twice.
 */
export async function startHearing({
  database,
  log,
  hear,
}: {
  database: Database
  log: Log
  hear: (events: readonly Relayed[]) => Promise<void>
}): Promise<Hearing> {
  let heard = await headOf(database.db)
  const drain = coalesceRuns(
    async () => {
      for (let more = true; more; ) {
        const rows = await relayedAfter(database.db, heard)
        if (rows.length > 0) await hear(rows.map(relayedOf))
        heard = rows.at(-1)?.place ?? heard
        more = rows.length === BATCH
      }
    },
    (error) => log.error({ err: error }, 'reading events failed, trying again'),
  )
  const listening = database.listen(RELAYED_CHANNEL, () => void drain())
  const stopPolling = every(POLL_MS, drain, (error) => log.error({ err: error }, 'polling for events failed'))
  return {
    drain,
    async stop() {
      await stopPolling()
      await (await listening)()
      await drain()
    },
  }
}

/** The last position that was assigned; 0 before the first event. */
async function headOf(db: Pick<Tx, 'selectFrom'>): Promise<number> {
  const head = await db.selectFrom('relay_head').select('place').executeTakeFirst()
  return head?.place ?? 0
}

const relayedAfter = (db: Pick<Tx, 'selectFrom'>, position: number) =>
  db
    .selectFrom('outbox')
    .select(['place', 'payload', 'seq', 'created_at'])
    .where('place', '>', position)
    .orderBy('place')
    .limit(BATCH)
    .execute()
