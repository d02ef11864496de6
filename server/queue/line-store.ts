import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'
import type { Holder } from './counter-rules.ts'
import { LONGEST_GRACE, type Ticket } from './rules.ts'
import { ticketOf } from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Starts a query of a shop's tickets of a service day. */
const ofDay = (db: Reader, shopId: string, serviceDay: string) =>
  db.selectFrom('ticket').where('shop_id', '=', shopId).where('service_day', '=', serviceDay)

/**
 * The staff table: called and serving first, then waiting in serving order, then *to pay*, then those missed after `missedSince`.
 */
export async function deskTickets(db: Reader, shopId: string, serviceDay: string, missedSince: Date): Promise<Ticket[]> {
  const rows = await ofDay(db, shopId, serviceDay)
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['called', 'serving', 'waiting']),
        eb.and([eb('state', '=', 'pending_payment'), eb('cash_payment_id', 'is not', null)]),
        eb.and([eb('state', '=', 'missed'), eb('ended_at', '>', missedSince)]),
      ]),
    )
    .orderBy(sql`case state when 'called' then 0 when 'serving' then 0 when 'waiting' then 1 when 'pending_payment' then 2 else 3 end`)
    .orderBy(sql`case when state in ('called', 'serving') then called_at end`)
    .orderBy('serve_key')
    .orderBy('number')
    .orderBy('created_at')
    .execute()
  return rows.map(ticketOf)
}

/** Tickets that were missed at or before `until` and still are, latest first; at most 100. */
export const missedBefore = async (db: Reader, shopId: string, serviceDay: string, until: Date): Promise<Ticket[]> =>
  (
    await ofDay(db, shopId, serviceDay)
      .selectAll()
      .where('state', '=', 'missed')
      .where('ended_at', '<=', until)
      .orderBy('ended_at', 'desc')
      .limit(100)
      .execute()
  ).map(ticketOf)

/** The numbers of a shop's queue: waiting ones in serving order; called and serving ones with their counters' ids, newest call first. */
interface QueueNumbers {
  order: number[]
  nowServing: { number: number; counterId: string | null; isServing: boolean }[]
}

/** The numbers of these shops' queues. A shop with an empty queue is absent. */
export async function queueNumbers(db: Reader, shopIds: readonly string[], serviceDay: string): Promise<Map<string, QueueNumbers>> {
  const rows = await db
    .selectFrom('ticket')
    .select(['shop_id', 'number', 'state', 'counter_id'])
    .where('shop_id', 'in', shopIds)
    .where('service_day', '=', serviceDay)
    .where('state', 'in', ['waiting', 'called', 'serving'])
    .orderBy(sql`case when state = 'waiting' then 1 else 0 end`)
    .orderBy(sql`case when state <> 'waiting' then called_at end`, 'desc')
    .orderBy('serve_key')
    .orderBy('number')
    .execute()
  const queues = new Map<string, QueueNumbers>()
  for (const row of rows) {
    if (row.number === null) continue
    const queue = queues.get(row.shop_id) ?? { order: [], nowServing: [] }
    if (row.state === 'waiting') queue.order.push(row.number)
    else queue.nowServing.push({ number: row.number, counterId: row.counter_id, isServing: row.state === 'serving' })
    queues.set(row.shop_id, queue)
  }
  return queues
}

/** A shop's called tickets whose countdown still runs, latest start first. */
export async function runningCalls(db: Reader, shopId: string, serviceDay: string, now: Date): Promise<Ticket[]> {
  const rows = await ofDay(db, shopId, serviceDay)
    .selectAll()
    .where('state', '=', 'called')
    .where('call_ends_at', '>', now)
    .orderBy('call_started_at', 'desc')
    .execute()
  return rows.map(ticketOf)
}

/** Tickets that are called to a counter of a shop or served there, with their numbers. */
export async function holdersOf(db: Reader, shopId: string, serviceDay: string): Promise<(Holder & Pick<Ticket, 'number'>)[]> {
  const rows = await ofDay(db, shopId, serviceDay)
    .select(['id', 'number', 'state', 'counter_id', 'call_ends_at'])
    .where('state', 'in', ['called', 'serving'])
    .where('counter_id', 'is not', null)
    .orderBy('called_at')
    .execute()
  return rows.map((row) => ({ ...row, counterId: row.counter_id, callEndsAt: row.call_ends_at }))
}

/** Ids of called tickets whose grace time is over, by the rule of `graceEndOf`; at most 200. */
export const callsOver = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', 'called')
      .where((eb) =>
        eb.or([
          eb('grace_ends_at', '<=', now),
          eb.and([eb('grace_ends_at', 'is', null), eb('call_ends_at', '<=', new Date(now.getTime() - LONGEST_GRACE))]),
        ]),
      )
      .orderBy('grace_ends_at')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/** Ids of unpaid tickets whose hold is over; at most 200. */
export const holdsOver = async (db: Reader, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', 'pending_payment')
      .where('hold_until', '<=', now)
      .orderBy('hold_until')
      .limit(200)
      .execute()
  ).map((r) => r.id)

/** Ids of these malls' tickets of earlier days that have not ended: the next 200 after an id, in order of their ids. */
export const leftOver = async (db: Reader, mallIds: readonly string[], beforeDay: string, after: string): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('mall_id', 'in', mallIds)
      .where('service_day', '<', beforeDay)
      .where('state', 'in', ['pending_payment', 'waiting', 'called', 'serving', 'missed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(200)
      .execute()
  ).map((row) => row.id)

/** How many tickets a shop has had on a day. */
export const countTickets = async (db: Reader, shopId: string, serviceDay: string): Promise<number> =>
  (
    await ofDay(db, shopId, serviceDay)
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
      .executeTakeFirstOrThrow()
  ).n
