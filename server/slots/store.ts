import { sql } from 'kysely'
import { MINUTE } from '#contract/base/time.ts'
import { KEPT_MINUTES } from '#contract/slots/slots.ts'
import type { Statement } from '#server/db/at-once.ts'
import { insertion, rowsAsTable } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

export interface SlotKey {
  shopId: string
  mallId: string
  startsAt: Date
}

export const keyOf = ({ shopId, startsAt }: Pick<SlotKey, 'shopId' | 'startsAt'>): string => `${shopId} ${startsAt.toISOString()}`

/** The people on the waitlist who come first when a place comes back. A place in a slot that starts within minutes is for anyone. */
const waiting = (now: Date) => sql<number>`(
  select count(*)::int from waitlist w where w.shop_id = slot_count.shop_id and w.starts_at = slot_count.starts_at
    and w.told_at is null and w.starts_at > ${soonAfter(now)})`

/** A place in a slot that starts before this is not kept for anyone. */
export const soonAfter = (now: Date): Date => new Date(now.getTime() + KEPT_MINUTES * MINUTE)

/**
 * Returns how many places are not for others, by the start of each slot (ms), from one instant until before another: taken, or for people on
 * the waitlist. Absent: none.
 */
export async function takenBetween(db: Reader, shopId: string, from: Date, until: Date, now: Date): Promise<Map<number, number>> {
  // One count, instead of one for each slot.
  const waiters = db
    .selectFrom('waitlist')
    .select((eb) => ['startsAt', eb.cast<number>(eb.fn.countAll(), 'integer').as('waiting')])
    .where('shopId', '=', shopId)
    .where('toldAt', 'is', null)
    .where('startsAt', '>', soonAfter(now))
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .groupBy('startsAt')
  const counts = db
    .selectFrom('slotCount')
    .select(['startsAt', 'taken'])
    .where('shopId', '=', shopId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
  // In this order: a person who gets a place between the two counts twice for a moment, and not at all the other way round.
  const [waits, taken] = await Promise.all([waiters.execute(), counts.execute()])
  const waitingAt = new Map(waits.map((row) => [row.startsAt.getTime(), row.waiting]))
  return new Map(taken.map((row) => [row.startsAt.getTime(), row.taken + (waitingAt.get(row.startsAt.getTime()) ?? 0)]))
}

/** Returns by key how many places are taken, and how many people wait; a slot without a count is absent. */
export async function takenIn(db: Reader, slots: readonly Pick<SlotKey, 'shopId' | 'startsAt'>[], now: Date) {
  if (slots.length === 0) return new Map<string, Pick<Count, 'taken' | 'waiting'>>()
  const asked = rowsAsTable(
    'slotCount',
    slots.map(({ shopId, startsAt }) => ({ shopId, startsAt })),
  )
  const rows = await db
    .selectFrom('slotCount')
    .select(['shopId', 'startsAt', 'taken', waiting(now).as('waiting')])
    .where(sql<boolean>`(shop_id, starts_at) in (select shop_id, starts_at from ${asked} asked)`)
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** `kept` of the taken places are kept for people on the waitlist; `waiting` others come first when a place comes back. */
interface Count {
  taken: number
  kept: number
  waiting: number
}

/**
 * The counts stay locked until the transaction ends. They are locked in the order of the keys, so that two transactions cannot deadlock.
 * Returns them by key.
 */
export async function lockCounts(tx: Tx, slots: readonly SlotKey[], now: Date): Promise<Map<string, Count>> {
  const distinct = new Map(slots.map((slot) => [keyOf(slot), slot]))
  if (distinct.size === 0) return new Map()
  const rows = [...distinct.keys()].sort().flatMap((key) => distinct.get(key) ?? [])
  const adding = insertion(
    'slotCount',
    rows.map(({ shopId, mallId, startsAt }) => ({ shopId, startsAt, mallId, taken: 0 })),
  )
  const { rows: locked } = await sql<Count & Pick<SlotKey, 'shopId' | 'startsAt'>>`${adding}
    on conflict (shop_id, starts_at) do update set taken = slot_count.taken
    returning shop_id, starts_at, taken, kept, ${waiting(now)} as waiting`.execute(tx)
  return new Map(locked.map((row) => [keyOf(row), row]))
}

/** Changes the taken places of each slot by `by`, and the kept ones by `keptBy`. The rows exist. Needs at least one slot, each only once. */
export const changingCounts = (changes: readonly (SlotKey & { by: number; keptBy: number })[]): Statement => sql`
  update slot_count set taken = slot_count.taken + changed.taken, kept = slot_count.kept + changed.kept
  from ${rowsAsTable(
    'slotCount',
    changes.map(({ shopId, mallId, startsAt, by, keptBy }) => ({ shopId, startsAt, mallId, taken: by, kept: keptBy })),
  )} changed
  where slot_count.shop_id = changed.shop_id and slot_count.starts_at = changed.starts_at`

export const deleteCounts = (tx: Tx, before: Date) => tx.deleteFrom('slotCount').where('startsAt', '<', before).execute()
