import type { Database } from '../db/open.ts'
import type { Tx } from '../db/transaction.ts'
import { every } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { oneAtATime } from '../kit/one-at-a-time.ts'
import { RELAYED_CHANNEL, type Relayed, relayedOf } from './relay.ts'

export interface Hearing {
  /** Hears what has been relayed by now; for tests and for stopping. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const BATCH = 500
/** A safety net under LISTEN: the longest a screen waits when a wake-up was lost. */
const POLL_MS = 1000

/**
 * Lets this node hear all events that are relayed from now on, by whichever node, in the one order. Where `hear` throws, the same events are
 * heard again: a node that loses the database for a while misses nothing, and may hear a few twice.
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
  const drain = oneAtATime(
    async () => {
      for (let more = true; more; ) {
        const rows = await relayedAfter(database.db, heard)
        if (rows.length > 0) await hear(rows.map(relayedOf))
        heard = rows.at(-1)?.place ?? heard
        more = rows.length === BATCH
      }
    },
    (error) => log.error({ err: error }, 'hearing failed, trying again'),
  )
  const listening = database
    .listen(RELAYED_CHANNEL, () => void drain())
    .catch((error) => {
      log.warn({ err: error }, 'cannot listen, polling instead')
      return async () => {}
    })
  const stopPolling = every(POLL_MS, drain, (error) => log.error({ err: error }, 'hearing poll failed'))
  return {
    drain,
    async stop() {
      await stopPolling()
      await (await listening)()
      await drain()
    },
  }
}

/** The last place that was given out; 0 before the first. */
async function headOf(db: Pick<Tx, 'selectFrom'>): Promise<number> {
  const head = await db.selectFrom('relay_head').select('place').executeTakeFirst()
  return head?.place ?? 0
}

const relayedAfter = (db: Pick<Tx, 'selectFrom'>, place: number) =>
  db
    .selectFrom('outbox')
    .select(['place', 'payload', 'seq', 'created_at'])
    .where('place', '>', place)
    .orderBy('place')
    .limit(BATCH)
    .execute()
