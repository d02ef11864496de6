import { sql } from 'kysely'
import { limit } from '#server/db/limits.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import { type RelayParts, recordOrKeep } from './backlog.ts'
import { type Relayed, relayedOf } from './event.ts'

/** The channel that wakes the hearing of every node. A lost wake-up delays an event by one poll of the hearing at most. */
export const RELAYED_CHANNEL = 'red_carpet_relayed'

const BATCH = 500
/** How long a batch waits for a locked row before it fails. */
const LOCK_MS = 1000
/**
 * How long a relay may be idle within its transaction before the database ends its connection. A node that hangs in a batch has locked the
 * events and the head, and the next relay waits for both.
 */
const IDLE_MS = 3000

/**
 * Relays the next events in one transaction: each gets its shop's next number and the next position, and every listener records it. Returns
 * whether more may wait.
 *
 * `careful` is for the time after a failure. If a row of a shop is locked, all events of this shop wait for a later batch, so that their
 * numbers stay in order. Events that a listener cannot record are kept for it (`event_backlog`), and the other listeners go on.
 */
export async function relayBatch(
  { database, clock, log, listeners, wake }: RelayParts,
  { careful }: { careful: boolean },
): Promise<boolean> {
  const { events, more } = await transaction(database.db, async (tx) => {
    await limit(tx, { lockMs: LOCK_MS, idleMs: IDLE_MS })
    const { rows, more } = careful ? await takeFree(tx) : await takeNext(tx)
    if (rows.length === 0) return { events: [], more: false }
    const now = clock.now()
    const events = await giveNumbers(tx, rows, now)
    if (careful) await recordOrKeep(tx, log, listeners, events, now)
    else for (const listener of listeners) await listener.record(tx, events, now)
    await sql`select pg_notify(${RELAYED_CHANNEL}, '')`.execute(tx)
    return { events, more }
  })
  if (events.length > 0) wake(events)
  return more
}

type Waiting = Awaited<ReturnType<typeof takeNext>>['rows'][number]

/** Waiting events, except for these ids and these shops. */
const waiting = (tx: Tx, without: { ids: readonly number[]; shops: readonly string[] }) =>
  tx
    .selectFrom('outbox')
    .select(['id', 'shop_id', 'payload', 'created_at'])
    .where('relayed_at', 'is', null)
    .where(sql<boolean>`id <> all(${without.ids}::bigint[]) and (shop_id is null or shop_id <> all(${without.shops}::text[]))`)
    .orderBy('id')
    .limit(BATCH)

/** The next events, locked. If another relay has lost its election and does not know it yet, this waits for its rows: order is kept. */
async function takeNext(tx: Tx) {
  const rows = await waiting(tx, { ids: [], shops: [] }).forUpdate().execute()
  return { rows, more: rows.length === BATCH }
}

/** The next events whose rows are free, locked. Skips all events of a shop that has a locked row. */
async function takeFree(tx: Tx): Promise<{ rows: Waiting[]; more: boolean }> {
  const without = { ids: [] as number[], shops: [] as string[] }
  for (;;) {
    const seen = await waiting(tx, without).execute()
    const shops = [...new Set(seen.flatMap((row) => row.shop_id ?? []))]
    const held = await heldStreams(tx, shops)
    const free = new Set(await lockFree(tx, seen))
    const heldRows = seen.filter((row) => !free.has(row.id))
    for (const row of heldRows) if (row.shop_id !== null) held.add(row.shop_id)
    const rows = seen.filter((row) => free.has(row.id) && (row.shop_id === null || !held.has(row.shop_id)))
    if (rows.length > 0 || seen.length < BATCH) return { rows, more: seen.length === BATCH }
    without.shops.push(...held)
    without.ids.push(...heldRows.filter((row) => row.shop_id === null).map((row) => row.id))
  }
}

/** Returns the shops whose stream another transaction has locked; locks the streams of the others. */
async function heldStreams(tx: Tx, shops: readonly string[]): Promise<Set<string>> {
  if (shops.length === 0) return new Set()
  const streams = tx.selectFrom('shop_stream').select('shop_id').where('shop_id', 'in', shops).orderBy('shop_id')
  const free = new Set((await streams.forUpdate().skipLocked().execute()).map((row) => row.shop_id))
  return new Set((await streams.execute()).map((row) => row.shop_id).filter((id) => !free.has(id)))
}

/** Locks the events that are free and still wait; returns their ids. */
async function lockFree(tx: Tx, seen: readonly Waiting[]): Promise<number[]> {
  if (seen.length === 0) return []
  const ids = seen.map((row) => row.id)
  const rows = await tx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('relayed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/** Gives each event the next number of its shop and the next position in the one order. */
async function giveNumbers(tx: Tx, rows: readonly Waiting[], now: Date): Promise<Relayed[]> {
  const next = await reserve(
    tx,
    rows.map((row) => row.shop_id),
  )
  const events = rows.map((row) => {
    const seq = row.shop_id === null ? 0 : (next.get(row.shop_id) ?? 0) + 1
    if (row.shop_id !== null) next.set(row.shop_id, seq)
    return relayedOf({ ...row, seq })
  })
  const first = await advanceHead(tx, rows.length)
  await sql`update outbox set seq = x.seq, place = ${first}::bigint + x.ord, relayed_at = ${now}
    from unnest(${rows.map((row) => row.id)}::bigint[], ${events.map((e) => e.seq)}::int[]) with ordinality as x(id, seq, ord)
    where outbox.id = x.id`.execute(tx)
  return events
}

/** Takes the next `many` positions of the one order; returns the position before them. Other relays wait until the commit. */
async function advanceHead(tx: Tx, many: number): Promise<number> {
  const head = await tx
    .insertInto('relay_head')
    .values({ place: many })
    .onConflict((same) => same.column('only_one').doUpdateSet({ place: sql<number>`relay_head.place + excluded.place` }))
    .returning('place')
    .executeTakeFirstOrThrow()
  return head.place - many
}

/** Advances each shop's stream by its number of events; returns the numbers before. Locks shops in one order, to avoid deadlocks. */
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
