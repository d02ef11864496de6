import { type RawBuilder, sql } from 'kysely'
import { sendAtOnce } from '#server/db/at-once.ts'
import { limit, limiting } from '#server/db/limits.ts'
import { send, type Tx, transaction } from '#server/db/transaction.ts'
import { type RelayParts, recordOrKeep } from './backlog.ts'
import { type RelayedRow, relayedOf } from './event.ts'

/**
 * Wakes the hearing of every node, with the last position that was given. A lost wake-up delays an event by one poll of the hearing at
 * most.
 */
export const RELAYED_CHANNEL = 'red_carpet_relayed'

const BATCH = 500
/** How long a batch waits for a locked row before it fails. */
const LOCK_MS = 1000
/**
 * How long a relay may be idle within its transaction before the database ends its connection. A node that hangs in a batch locks the
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
  { database, clock, log, listeners, wake, relayed = () => {} }: RelayParts,
  { careful }: { careful: boolean },
): Promise<boolean> {
  const { rows, events, more } = await transaction(database.db, async (tx) => {
    const now = clock.now()
    const { rows, more } = careful ? await relayFree(tx, now) : await relayNext(tx, now)
    const events = rows.map(relayedOf)
    if (events.length === 0) return { rows, events, more: false }
    if (careful) await recordOrKeep(tx, log, listeners, events, now)
    else for (const listener of listeners) sendAtOnce(tx, ...(await listener.record(tx, events, now)))
    return { rows, events, more }
  })
  if (rows.length > 0) {
    relayed(rows)
    wake(events)
  }
  return more
}

const LIMITS = { lockMs: LOCK_MS, idleMs: IDLE_MS }

type Waiting = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]

const waiting = (tx: Tx, without: { ids: readonly number[]; shops: readonly string[] }) =>
  tx
    .selectFrom('outbox')
    .select(['id', 'shopId', 'payload', 'createdAt'])
    .where('relayedAt', 'is', null)
    .where(sql<boolean>`id <> all(${without.ids}::bigint[]) and (shop_id is null or shop_id <> all(${without.shops}::text[]))`)
    .orderBy('id')
    .limit(BATCH)

/** If another relay has lost its election and does not know it yet, this waits for its rows: order is kept. */
async function relayNext(tx: Tx, now: Date): Promise<{ rows: RelayedRow[]; more: boolean }> {
  const rows = await giveNumbers(
    tx,
    sql`with limits as materialized (${limiting(LIMITS)})
      select id, shop_id from outbox, limits where relayed_at is null order by id limit ${BATCH} for update of outbox`,
    now,
  )
  return { rows, more: rows.length === BATCH }
}

/** Skips all events of a shop that has a locked row, so that the order is kept. */
async function relayFree(tx: Tx, now: Date): Promise<{ rows: RelayedRow[]; more: boolean }> {
  send(tx, limit(tx, LIMITS))
  const without = { ids: [] as number[], shops: [] as string[] }
  for (;;) {
    const seen = await waiting(tx, without).execute()
    const shops = [...new Set(seen.flatMap((row) => row.shopId ?? []))]
    const held = await heldStreams(tx, shops)
    const free = new Set(await lockFree(tx, seen))
    const heldRows = seen.filter((row) => !free.has(row.id))
    for (const row of heldRows) if (row.shopId !== null) held.add(row.shopId)
    const ids = seen.flatMap((row) => (free.has(row.id) && (row.shopId === null || !held.has(row.shopId)) ? row.id : []))
    const more = seen.length === BATCH
    if (ids.length > 0)
      return { rows: await giveNumbers(tx, sql`select id, shop_id from outbox where id = any(${ids}::bigint[])`, now), more }
    if (!more) return { rows: [], more }
    without.shops.push(...held)
    without.ids.push(...heldRows.filter((row) => row.shopId === null).map((row) => row.id))
  }
}

/** Returns the shops whose stream another transaction has locked; locks the streams of the others. */
async function heldStreams(tx: Tx, shops: readonly string[]): Promise<Set<string>> {
  if (shops.length === 0) return new Set()
  const streams = tx.selectFrom('shopStream').select('shopId').where('shopId', 'in', shops).orderBy('shopId')
  const free = new Set((await streams.forUpdate().skipLocked().execute()).map((row) => row.shopId))
  return new Set((await streams.execute()).map((row) => row.shopId).filter((id) => !free.has(id)))
}

/** Locks the events that are free and still wait; returns their ids. */
async function lockFree(tx: Tx, seen: readonly Waiting[]): Promise<number[]> {
  if (seen.length === 0) return []
  const ids = seen.map((row) => row.id)
  const rows = await tx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('relayedAt', 'is', null)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Gives each event of a query (`id`, `shop_id`) its number and its position, and notifies every node's hearing, in one statement. It locks
 * the events, then the shops in one order, then the head. So two relays cannot deadlock; the other one waits until the commit.
 */
async function giveNumbers(tx: Tx, events: RawBuilder<unknown>, now: Date): Promise<RelayedRow[]> {
  const given = sql<RelayedRow>`
    with taken as materialized (${events}),
    numbered as (
      select id, shop_id, row_number() over (order by id) as ord, row_number() over (partition by shop_id order by id) as nth from taken),
    shops as (select shop_id, count(*)::int as many from taken where shop_id is not null group by shop_id),
    streams as (
      insert into shop_stream (shop_id, seq) select shop_id, many from shops order by shop_id
      on conflict (shop_id) do update set seq = shop_stream.seq + excluded.seq returning shop_id, seq),
    head as (
      insert into relay_head (place) select many from (select count(*) as many from taken) as all_taken, (select count(*) from streams) as locked
      where many > 0
      on conflict (only_one) do update set place = relay_head.place + excluded.place returning place),
    given as (
      update outbox set seq = coalesce(streams.seq - shops.many + numbered.nth, 0), relayed_at = ${now},
        place = head.place - (select count(*) from taken) + numbered.ord
      from head, numbered left join streams on streams.shop_id = numbered.shop_id left join shops on shops.shop_id = numbered.shop_id
      where outbox.id = numbered.id returning outbox.place, outbox.seq, outbox.payload, outbox.created_at)
    select place, seq, payload, created_at, (select pg_notify(${RELAYED_CHANNEL}, place::text) from head) from given order by place`
  return (await given.execute(tx)).rows
}
