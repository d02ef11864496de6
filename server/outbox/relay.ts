import { sql } from 'kysely'
import type { DomainEvent } from '../../contract/events.ts'
import { isConnectionLost, isWorthAnotherTry } from '../db/errors.ts'
import type { Database } from '../db/open.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { type Clock, every } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { oneAtATime } from '../kit/one-at-a-time.ts'
import { OUTBOX_CHANNEL } from './announce.ts'

/** The channel that wakes the hearing of every node; a lost wake-up costs at most its poll. */
export const RELAYED_CHANNEL = 'red_carpet_relayed'

/** An event with its place in its shop's stream (0 where it belongs to no shop). */
export type Relayed = DomainEvent & { seq: number; at: Date }

/** Who acts on events. Screens are told by the hearing (`hearing.ts`), on every node. */
export interface Listener {
  name: string
  /** Runs in the relay's transaction, so its rows exist exactly once per event. Nothing but SQL in here. */
  record(tx: Tx, events: readonly Relayed[], now: Date): Promise<void>
  /** Runs after the commit, on the node that relayed: starts a worker now instead of at its next turn. */
  wake?(events: readonly Relayed[]): void
}

export interface Relay {
  /** Hands on what waits now; for tests and for stopping. */
  drain(): Promise<void>
  /** Removes events that were handed on a day ago; happens by itself every hour. */
  forget(): Promise<void>
  stop(): Promise<void>
}

const BATCH = 500
/** A safety net under LISTEN: the longest an event waits when a wake-up was lost. */
const POLL_MS = 1000
/** How long a durable listener may fail before the events that it cannot take are passed by, so that one of them does not hold up every shop. */
const PATIENCE_MS = 5000
/** An event that waits longer than this is relayed by whoever sees it: the node that was elected hangs. */
const OVERDUE_MS = 5000
/** Events are kept this long after their relay, for looking into the past day. */
const KEEP_MS = 24 * 3_600_000

/**
 * Starts the worker that numbers events per shop and has them recorded. One node at a time relays, elected by a database lock; the others
 * stand by and take over when it goes, or when it hangs. The lock spares work; what keeps the order is in the transaction, even with two
 * relays at once.
 */
export async function startRelay({
  database,
  clock,
  log,
  listeners,
}: {
  database: Database
  clock: Clock
  log: Log
  listeners: readonly Listener[]
}): Promise<Relay> {
  let elected = false
  let overdue = false
  let stopped = false
  let failingSince: number | null = null

  const relayNext = async (): Promise<number> => {
    try {
      const relayed = await relayBatch(database, clock, listeners, recordAll)
      failingSince = null
      return relayed
    } catch (error) {
      // A database that is away says nothing about the events.
      if (isConnectionLost(error)) throw error
      failingSince ??= clock.now().getTime()
      if (clock.now().getTime() - failingSince < PATIENCE_MS) throw error
      const relayed = await relayBatch(database, clock, listeners, recordEach(log))
      failingSince = null
      return relayed
    }
  }
  const drain = oneAtATime(
    async () => {
      while ((elected || overdue) && (await relayNext()) === BATCH);
    },
    (error) => log.error({ err: error }, 'relay failed, trying again'),
  )
  const wake = () => {
    if (!stopped) void drain()
  }
  const stepDown = await database.standFor('relay', (ours) => {
    elected = ours
    wake()
  })
  const listening = database.listen(OUTBOX_CHANNEL, wake).catch((error) => {
    log.warn({ err: error }, 'cannot listen, polling instead')
    return async () => {}
  })
  const poll = async () => {
    const waits = await hasWaited(database, elected ? null : new Date(clock.now().getTime() - OVERDUE_MS))
    overdue = !elected && waits
    // A look costs one query, a relay a transaction around it.
    if (waits) await drain()
  }
  const stopPolling = every(POLL_MS, poll, (error) => log.error({ err: error }, 'relay poll failed'))
  const forget = () => forgetOldEvents(database, clock)
  const stopForgetting = every(KEEP_MS / 24, forget, (error) => log.warn({ err: error }, 'forgetting old events failed'))

  return {
    drain,
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

type Recording = (tx: Tx, listener: Listener, events: readonly Relayed[], now: Date) => Promise<void>

const recordAll: Recording = (tx, listener, events, now) => listener.record(tx, events, now)

/** Records event by event and passes by what the listener cannot take; what may work at another try still fails the whole batch. */
const recordEach =
  (log: Log): Recording =>
  async (tx, listener, events, now) => {
    for (const event of events) {
      await sql`savepoint one_event`.execute(tx)
      try {
        await listener.record(tx, [event], now)
        await sql`release savepoint one_event`.execute(tx)
      } catch (error) {
        if (isConnectionLost(error) || isWorthAnotherTry(error)) throw error
        await sql`rollback to savepoint one_event`.execute(tx)
        log.error({ err: error, listener: listener.name, kind: event.kind, shopId: event.shopId, seq: event.seq }, 'an event was passed by')
      }
    }
  }

async function relayBatch(database: Database, clock: Clock, listeners: readonly Listener[], record: Recording): Promise<number> {
  const events = await transaction(database.db, async (tx) => {
    // Waits for the rows of a relay that has lost its lock and does not know it yet, instead of overtaking it.
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'shop_id', 'payload', 'created_at'])
      .where('relayed_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .execute()
    if (rows.length === 0) return []
    const now = clock.now()
    const next = await reserve(
      tx,
      rows.map((row) => row.shop_id),
    )
    const relayed = rows.map((row) => {
      const seq = row.shop_id === null ? 0 : (next.get(row.shop_id) ?? 0) + 1
      if (row.shop_id !== null) next.set(row.shop_id, seq)
      return relayedOf({ ...row, seq })
    })
    const first = await advanceHead(tx, rows.length)
    await sql`update outbox set seq = x.seq, place = ${first}::bigint + x.ord, relayed_at = ${now}
      from unnest(${rows.map((row) => row.id)}::bigint[], ${relayed.map((e) => e.seq)}::int[]) with ordinality as x(id, seq, ord)
      where outbox.id = x.id`.execute(tx)
    for (const listener of listeners) await record(tx, listener, relayed, now)
    await sql`select pg_notify(${RELAYED_CHANNEL}, '')`.execute(tx)
    return relayed
  })
  if (events.length > 0) for (const listener of listeners) listener.wake?.(events)
  return events.length
}

/** Whether an event still waits for its relay; with a moment, one from before it. */
async function hasWaited({ db }: Database, since: Date | null): Promise<boolean> {
  const waiting = db.selectFrom('outbox').select('id').where('relayed_at', 'is', null).limit(1)
  return (await (since ? waiting.where('created_at', '<', since) : waiting).execute()).length > 0
}

/** A relayed row of the outbox as the event that it holds. */
export const relayedOf = (row: { payload: unknown; seq: number | null; created_at: Date }): Relayed => ({
  ...(row.payload as DomainEvent),
  seq: row.seq ?? 0,
  at: row.created_at,
})

/** Takes the next `many` places of the one order; answers the place before them. Others wait for their turn until the commit. */
async function advanceHead(tx: Tx, many: number): Promise<number> {
  const head = await tx
    .insertInto('relay_head')
    .values({ place: many })
    .onConflict((same) => same.column('only_one').doUpdateSet({ place: sql<number>`relay_head.place + excluded.place` }))
    .returning('place')
    .executeTakeFirstOrThrow()
  return head.place - many
}

/** Advances each shop's stream by its number of events; answers the numbers before. Shops in order, so that locks never cross. */
async function reserve(tx: Tx, shopIds: readonly (string | null)[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const id of shopIds) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  if (counts.size === 0) return new Map()
  const ids = [...counts.keys()].sort()
  const rows = await sql<{ shop_id: string; seq: number }>`insert into shop_stream (shop_id, seq)
    select * from unnest(${ids}::text[], ${ids.map((id) => counts.get(id) ?? 0)}::int[])
    on conflict (shop_id) do update set seq = shop_stream.seq + excluded.seq returning shop_id, seq`.execute(tx)
  return new Map(rows.rows.map((row) => [row.shop_id, row.seq - (counts.get(row.shop_id) ?? 0)]))
}

async function forgetOldEvents(database: Database, clock: Clock): Promise<void> {
  await database.db
    .deleteFrom('outbox')
    .where('relayed_at', '<', new Date(clock.now().getTime() - KEEP_MS))
    .execute()
}

/** The last number given out in a shop's stream; 0 before its first event. */
export const lastSeq = async (db: Pick<Tx, 'selectFrom'>, shopId: string): Promise<number> =>
  (await lastSeqs(db, [shopId])).get(shopId) ?? 0

/** The same for several shops; one without events yet is absent. */
export async function lastSeqs(db: Pick<Tx, 'selectFrom'>, shopIds: readonly string[]): Promise<Map<string, number>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db.selectFrom('shop_stream').select(['shop_id', 'seq']).where('shop_id', 'in', shopIds).execute()
  return new Map(rows.map((row) => [row.shop_id, row.seq]))
}
