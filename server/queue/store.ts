import { type Selectable, sql } from 'kysely'
import { localeFrom } from '#contract/base/locale.ts'
import { liveStates, type NoticeState } from '#contract/queue/queue.ts'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, insertion, oneOf, rowsAsTable } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import type { Change, Ticket } from './rules.ts'

type Row = Selectable<Tables['ticket']>

/** The language is a text of the database: it may be one that we do not have any more. */
export const ticketOf = (row: Row): Ticket => ({ ...row, locale: localeFrom(row.locale) })

export async function ticketById(db: Reader, id: string): Promise<Ticket | null> {
  const row = await db.selectFrom('ticket').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? ticketOf(row) : null
}

export async function lockTicket(tx: Tx, id: string): Promise<Ticket | null> {
  const row = await tx.selectFrom('ticket').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? ticketOf(row) : null
}

export async function liveTicketOf(db: Reader, key: { shopId: string; serviceDay: string; mobile: string }): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('shopId', '=', key.shopId)
    .where('serviceDay', '=', key.serviceDay)
    .where('mobile', '=', key.mobile)
    .where('state', 'in', oneOf(...liveStates))
    .executeTakeFirst()
  return row ? ticketOf(row) : null
}

/** Newest first, at most 50. If there are more, live tickets are kept before others. */
export async function ticketsOfMobile(db: Reader, mobile: string, sinceDay: string): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('serviceDay', '>=', sinceDay)
    .orderBy(sql`case when state in ${oneOf(...liveStates)} then 0 else 1 end`)
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute()
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(ticketOf)
}

/**
 * No one else changes a locked ticket. If it has another version anyway, a mistake in our code, its new one is null. The table refuses
 * that: the whole statement fails, and nothing is half done.
 */
export function changingTicket(ticket: Ticket, change: Change): Statement {
  const values = sql.join(
    Object.keys(change).map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)},`),
    sql` `,
  )
  return sql`update ticket set ${values} version = case when ticket.version = ${ticket.version}::int then ticket.version + 1 end
    from ${rowsAsTable('ticket', [change])} changed where ticket.id = ${ticket.id}`
}

/** Stores the state only if this is the last call of the ticket and the state is another one. */
export const notingNotice = (ticketId: string, callCount: number, state: NoticeState): Statement<{ shopId: string; ticketId: string }> =>
  sql`update ticket set notice_state = ${state}, version = version + 1
    where id = ${ticketId} and state = 'called' and call_count = ${callCount} and notice_state is distinct from ${state}
    returning shop_id, id as ticket_id`

/** The ticket as `changingTicket` leaves it. */
export const changedBy = (ticket: Ticket, change: Change): Ticket => ({ ...ticket, ...change, version: ticket.version + 1 })

export type Actor = { kind: 'shopper' | 'account'; id: string } | { kind: 'system' }

/** `undo` holds the fields that an undo would restore. */
export interface HistoryEntry {
  before: Ticket
  after: Pick<Ticket, 'id' | 'mallId' | 'shopId' | 'state'>
  action: string
  actor: Actor
  at: Date
  undo: Change | null
  /** For the step of an undo: a further undo starts from the step before it. */
  undoneAt?: Date
  /** For a call: true if another person was first in line. */
  outOfTurn?: boolean
}

export const addingEvents = (entries: readonly HistoryEntry[]): Statement =>
  insertion(
    'ticketEvent',
    entries.map((entry) => ({
      mallId: entry.after.mallId,
      shopId: entry.after.shopId,
      ticketId: entry.after.id,
      action: entry.action,
      fromState: entry.before.state,
      toState: entry.after.state,
      actorKind: entry.actor.kind,
      actorId: entry.actor.kind === 'system' ? null : entry.actor.id,
      before: entry.undo,
      at: entry.at,
      undoneAt: entry.undoneAt ?? null,
      outOfTurn: entry.outOfTurn ?? null,
    })),
  )

export async function ticketsByIds(db: Reader, ids: readonly string[]): Promise<Ticket[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('ticket').selectAll().where('id', '=', anyOf(ids)).execute()).map(ticketOf)
}

/** What the lists of payments say of these tickets. */
export const ticketsInBrief = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('ticket').select(['id', 'number', 'lane', 'name', 'mobile']).where('id', '=', anyOf(ids)).execute()

/**
 * Tickets with this number on the service days from `first` to `last`, in this order of the days; at most 1000. Reads only days on which
 * the shop has reached the number.
 */
export const ticketIdsNumbered = async (
  db: Reader,
  shopIds: readonly string[],
  number: number,
  { first, last, order }: { first: string; last: string; order: 'asc' | 'desc' },
): Promise<string[]> =>
  (
    await db
      .selectFrom((from) =>
        from
          .selectFrom('dayCounter')
          .select(['shopId', 'serviceDay'])
          .where('shopId', '=', anyOf(shopIds))
          .where('serviceDay', '>=', first)
          .where('serviceDay', '<=', last)
          .where('lastNumber', '>=', number)
          .orderBy('serviceDay', order)
          .limit(1000)
          .as('day'),
      )
      .innerJoin('ticket', (on) =>
        on.onRef('ticket.shopId', '=', 'day.shopId').onRef('ticket.serviceDay', '=', 'day.serviceDay').on('ticket.number', '=', number),
      )
      .select('ticket.id')
      .execute()
  ).map(({ id }) => id)

/** Newest first; at most 1000. */
export const ticketIdsOfMobile = async (db: Reader, shopIds: readonly string[], mobile: string): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('mobile', '=', mobile)
      .where('shopId', '=', anyOf(shopIds))
      .orderBy('serviceDay', 'desc')
      .limit(1000)
      .execute()
  ).map(({ id }) => id)

/** Cancelled or expired tickets whose money is not settled yet: the next `limit` after an id. */
export const unsettledTickets = async (db: Reader, after: string, limit: number): Promise<Ticket[]> =>
  (
    await db
      .selectFrom('ticket')
      .selectAll()
      .where('state', 'in', oneOf('expired', 'cancelled'))
      .where('settledAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(ticketOf)

/** A ticket whose row is locked stays unsettled. */
export async function markSettled(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update ticket set settled_at = ${now} where id in (
    select id from ticket where id = any(${ids}::text[]) order by id for no key update skip locked)`.execute(tx)
}
