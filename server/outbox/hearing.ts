import type { Database } from '#server/db/open.ts'
import type { Reader } from '#server/db/transaction.ts'
import { every } from '#server/kit/clock.ts'
import { coalesceRuns } from '#server/kit/coalesce.ts'
import type { Log } from '#server/kit/log.ts'
import { RELAYED_CHANNEL } from './batch.ts'
import { type Relayed, type RelayedRow, relayedOf } from './event.ts'

export interface Hearing {
  /** Gets a batch that this node has relayed, so that it need not be read. */
  tell(rows: readonly RelayedRow[]): void
  /** Hears all events that have been relayed so far; for tests and for stopping. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const BATCH = 500
/** A fallback for LISTEN: the longest that a screen waits if a wake-up is lost. */
const POLL_MS = 1000
/**
 * How long a wake-up waits for this node's own relay, in ms. The wake-up of its own commit arrives at about the same moment as the end of
 * the commit, and then there is nothing to read.
 */
const OWN_MS = 3

/**
 * Lets this node hear all events that any node relays from now on, in the one order. If `hear` throws, the same events are heard again. So
 * a node that loses the database for a while misses no event, but may hear some twice.
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
  /** Batches of this node's relay. `mayMiss`: there may be events that are not among them. */
  const own: (readonly RelayedRow[])[] = []
  let mayMiss = true
  const run = coalesceRuns(
    async () => {
      for (const rows of own.splice(0)) {
        // Another node may have relayed something in between, and a failure has forgotten the batches before this one.
        if (rows[0]?.place === heard + 1) await hearRows(rows)
        else if ((rows.at(-1)?.place ?? 0) > heard) mayMiss = true
      }
      while (mayMiss) {
        // Before the read: a call during it asks for another one.
        mayMiss = false
        const rows = await relayedAfter(database.db, heard)
        if (rows.length > 0) await hearRows(rows)
        mayMiss ||= rows.length === BATCH
      }
    },
    (error) => {
      mayMiss = true
      log.error({ err: error }, 'reading events failed, trying again')
    },
  )
  const hearRows = async (rows: readonly RelayedRow[]) => {
    await hear(rows.map(relayedOf))
    heard = rows.at(-1)?.place ?? heard
  }
  const drain = () => {
    mayMiss = true
    return run()
  }
  const listening = database.listen(RELAYED_CHANNEL, (place) => {
    if (place === undefined) void drain()
    else if (Number(place) > heard) setTimeout(() => Number(place) > heard && void drain(), OWN_MS).unref()
  })
  const stopPolling = every(POLL_MS, drain, (error) => log.error({ err: error }, 'polling for events failed'))
  return {
    tell(rows) {
      own.push(rows)
      void run()
    },
    drain,
    async stop() {
      await stopPolling()
      await (await listening)()
      await drain()
    },
  }
}

/** The last position that was assigned; 0 before the first event. */
async function headOf(db: Reader): Promise<number> {
  const head = await db.selectFrom('relayHead').select('place').executeTakeFirst()
  return head?.place ?? 0
}

const relayedAfter = (db: Reader, position: number): Promise<RelayedRow[]> =>
  db
    .selectFrom('outbox')
    .select(['place', 'payload', 'seq', 'createdAt'])
    .where('place', '>', position)
    .orderBy('place')
    .limit(BATCH)
    .$narrowType<{ place: number; seq: number }>()
    .execute()
