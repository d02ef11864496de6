import { sql } from 'kysely'
import { isAway } from '#server/db/errors.ts'
import type { Database } from '#server/db/open.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'
import { type Clock, every } from '#server/kit/clock.ts'
import { coalesceRuns } from '#server/kit/coalesce.ts'
import { OUTBOX_CHANNEL } from './announce.ts'
import { type RelayParts, recordBacklog } from './backlog.ts'
import { relayBatch } from './batch.ts'

export interface Relay {
  /** Relays all waiting events; for tests and for stopping. */
  drain(): Promise<void>
  /** Deletes events that were relayed more than a day ago; also runs every hour. */
  forget(): Promise<void>
  stop(): Promise<void>
}

/** A fallback for LISTEN: the longest that an event waits if a wake-up is lost. */
const POLL_MS = 1000
/** How long after a failure each batch is relayed the careful way from the start: the cause may still be there. */
const CAREFUL_MS = 10_000
/**
 * If an event waits longer than this, the elected node hangs, and any node that sees the event relays it. With the poll and the time that
 * the hanging node may keep its locks (`batch.ts`), the takeover is done within five seconds.
 */
const OVERDUE_MS = 3500
/**
 * The least time between two wake-ups by events, in ms. In a rush, a run then serves the events of several calls; it costs about as much as
 * a call. An event that comes alone is relayed at once, and no request waits for its events.
 */
const REST_MS = 20
/** Events are kept this long after their relay, so that the past day can be examined. */
const KEEP_MS = 24 * 3_600_000

/**
 * One node relays at a time, elected by a database lock. The others stand by and take over when it stops or hangs. The lock only saves
 * work: the transaction keeps the order, even if two nodes relay at once.
 */
export async function startRelay({
  database,
  clock,
  log,
  listeners,
  wake: wakeWorkers = () => {},
  relayed = () => {},
}: Omit<RelayParts, 'wake'> & Partial<Pick<RelayParts, 'wake'>>): Promise<Relay> {
  let elected = false
  let overdue = false
  let stopped = false
  let carefulUntil = 0
  /** Whether the backlog may hold events: it is not checked after every event. */
  let mayBeKept = true

  const parts = { database, clock, log, listeners, wake: wakeWorkers, relayed }
  const relayNext = async (): Promise<boolean> => {
    if (clock.now().getTime() < carefulUntil) {
      mayBeKept = true
      return relayBatch(parts, { careful: true })
    }
    try {
      return await relayBatch(parts, { careful: false })
    } catch (error) {
      // If the database is away, the events are not the cause.
      if (isAway(error)) throw error
      log.warn({ err: error }, 'a batch of events could not be recorded: it will be recorded in parts')
      carefulUntil = clock.now().getTime() + CAREFUL_MS
      mayBeKept = true
      return relayBatch(parts, { careful: true })
    }
  }
  const drain = coalesceRuns(
    async () => {
      while ((elected || overdue) && (await relayNext()));
      if (!elected || !mayBeKept) return
      mayBeKept = false
      await recordBacklog(parts)
    },
    (error) => log.error({ err: error }, 'relay failed, trying again'),
  )
  let restUntil = 0
  let isResting = false
  const wake = () => {
    if (stopped || isResting) return
    const restMs = restUntil - performance.now()
    if (restMs <= 0) {
      restUntil = performance.now() + REST_MS
      void drain()
      return
    }
    isResting = true
    setTimeout(() => {
      isResting = false
      wake()
    }, restMs).unref()
  }
  const stepDown = await database.seekLock('relay', (ours) => {
    elected = ours
    wake()
  })
  const listening = database.listen(OUTBOX_CHANNEL, wake)
  const poll = async () => {
    const now = clock.now()
    const { waits, due } = await look(database, elected ? null : new Date(now.getTime() - OVERDUE_MS), now)
    overdue = !elected && waits
    mayBeKept ||= due
    // `look` costs one query; relaying also costs a transaction.
    if (waits || (elected && due)) await drain()
  }
  const stopPolling = every(POLL_MS, poll, (error) => log.error({ err: error }, 'relay poll failed'))
  const forget = () => forgetOldEvents(database, clock)
  const stopForgetting = every(KEEP_MS / 24, forget, (error) => log.warn({ err: error }, 'deleting old events failed'))

  return {
    async drain() {
      mayBeKept = true
      await drain()
    },
    forget,
    async stop() {
      stopped = true
      await stopPolling()
      await stopForgetting()
      await (await listening)()
      await drain()
      await stepDown()
    },
  }
}

/** `waits`: an event is not relayed (older than `since`, if given). `due`: an event of the backlog is due. */
async function look({ db }: Database, since: Date | null, now: Date): Promise<{ waits: boolean; due: boolean }> {
  const before = since ? sql`and created_at < ${since}` : sql``
  const { rows } = await sql<{ waits: boolean; due: boolean }>`
    select exists (select from outbox where relayed_at is null ${before}) as waits,
      exists (select from event_backlog where next_try_at <= ${now}) as due`.execute(db)
  return rows[0] ?? { waits: false, due: false }
}

async function forgetOldEvents(database: Database, clock: Clock): Promise<void> {
  await database.db
    .deleteFrom('outbox')
    .where('relayedAt', '<', new Date(clock.now().getTime() - KEEP_MS))
    .execute()
}

/** The last number that was assigned in a shop's stream; 0 before its first event. */
export const lastSeq = async (db: Reader, shopId: string): Promise<number> => (await lastSeqs(db, [shopId])).get(shopId) ?? 0

/** The same for several shops; one without events yet is absent. */
export async function lastSeqs(db: Reader, shopIds: readonly string[]): Promise<Map<string, number>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db.selectFrom('shopStream').select(['shopId', 'seq']).where('shopId', '=', anyOf(shopIds)).execute()
  return new Map(rows.map((row) => [row.shopId, row.seq]))
}
