import { sql } from 'kysely'
import { liveStates } from '#contract/queue/queue.ts'
import { anyOf, fixed, oneOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'
import type { Ticket } from './rules.ts'
import { ticketOf } from './store.ts'

/** Called tickets whose grace time is over; at most 200. */
export const callsOver = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', fixed('called'))
      .where('graceEndsAt', '<=', now)
      .orderBy('graceEndsAt')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/** Unpaid tickets whose hold is over; at most 200. */
export const holdsOver = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', fixed('pending_payment'))
      .where('holdUntil', '<=', now)
      .orderBy('holdUntil')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/** Tickets whose promise is open and over: the next `limit` after an id. */
export const promisesOver = async (db: Reader, now: Date, after: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('promiseState', '=', fixed('open'))
      .where('promisedUntil', '<', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id)

/** Booked tickets whose slot has started, earliest first; at most 200. */
export const slotsBegun = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', fixed('booked'))
      .where('slotStartsAt', '<=', now)
      .orderBy('slotStartsAt')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/** The slots of a shop that start after `now` and have bookings, and how many. */
export const bookedSlots = async (db: Reader, shopId: string, now: Date): Promise<{ startsAt: Date; endsAt: Date; bookings: number }[]> =>
  (
    await db
      .selectFrom('ticket')
      .select(['slotStartsAt', 'slotEndsAt', sql<number>`count(*)::int`.as('bookings')])
      .where('shopId', '=', shopId)
      .where('state', '=', fixed('booked'))
      .where('slotStartsAt', '>', now)
      .groupBy(['slotStartsAt', 'slotEndsAt'])
      .execute()
  ).flatMap(({ slotStartsAt: startsAt, slotEndsAt: endsAt, bookings }) => (startsAt && endsAt ? [{ startsAt, endsAt, bookings }] : []))

/** In the order of their slots, at most `limit`; null for all. */
export const bookedAt = async (db: Reader, shopId: string, slots: readonly { startsAt: Date }[], limit: number | null): Promise<Ticket[]> =>
  (
    await db
      .selectFrom('ticket')
      .selectAll()
      .where('shopId', '=', shopId)
      .where('state', '=', fixed('booked'))
      .where(sql<boolean>`slot_starts_at = any(${slots.map(({ startsAt }) => startsAt)}::timestamptz[])`)
      .orderBy('slotStartsAt')
      .orderBy('number')
      .$if(limit !== null, (query) => query.limit(limit ?? 0))
      .execute()
  ).map(ticketOf)

/** Booked tickets whose people were not reminded yet; at most 200. */
export const toRemind = async (db: Reader, startsBy: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', fixed('booked'))
      .where('slotRemindedAt', 'is', null)
      .where('slotStartsAt', '<=', startsBy)
      .orderBy('slotStartsAt')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/**
 * Tickets of earlier days that have not ended: the next 200 after an id, in order of their ids. `offset 0` keeps finding and sorting apart.
 * Otherwise a plan for any values would read all tickets in the order of their ids to find the first 200.
 */
export const leftOver = async (db: Reader, mallIds: readonly string[], beforeDay: string, after: string): Promise<string[]> => {
  const found = db
    .selectFrom('ticket')
    .select('id')
    .where('mallId', '=', anyOf(mallIds))
    .where('serviceDay', '<', beforeDay)
    .where('state', 'in', oneOf(...liveStates))
    .where('id', '>', after)
    .offset(sql.lit(0))
    .as('found')
  const rows = await db.selectFrom(found).select('id').orderBy('id').limit(200).execute()
  return rows.map((row) => row.id)
}
