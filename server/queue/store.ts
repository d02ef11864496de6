import { type Selectable, sql } from 'kysely'
import { localeFrom } from '#contract/base/locale.ts'
import { liveStates, type NoticeState } from '#contract/queue/queue.ts'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, insertion, oneOf, rowsAsTable } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Change, Ticket } from './rules.ts'

type Reader = Pick<Tx, 'selectFrom'>
type Row = Selectable<Tables['ticket']>

/** Converts a row to the names of the rules. */
export const ticketOf = (row: Row): Ticket => ({
  id: row.id,
  mallId: row.mall_id,
  shopId: row.shop_id,
  serviceDay: row.service_day,
  mobile: row.mobile,
  name: row.name,
  email: row.email,
  locale: localeFrom(row.locale),
  state: row.state,
  lane: row.lane,
  number: row.number,
  serveKey: row.serve_key,
  version: row.version,
  wishedCounterId: row.wished_counter_id,
  counterId: row.counter_id,
  holdUntil: row.hold_until,
  joinedAt: row.joined_at,
  calledAt: row.called_at,
  callCount: row.call_count,
  recallCount: row.recall_count,
  callStartedAt: row.call_started_at,
  callSeconds: row.call_seconds,
  callEndsAt: row.call_ends_at,
  graceEndsAt: row.grace_ends_at,
  callUndoneAt: row.call_undone_at,
  endedAt: row.ended_at,
  noticeState: row.notice_state,
  cashPaymentId: row.cash_payment_id,
  dueAmountPaise: row.due_amount_paise,
  promiseMinutes: row.promise_minutes,
  promisedUntil: row.promised_until,
  promiseState: row.promise_state,
  slotStartsAt: row.slot_starts_at,
  slotEndsAt: row.slot_ends_at,
  slotHoldUntil: row.slot_hold_until,
  slotMoves: row.slot_moves,
  slotRemindedAt: row.slot_reminded_at,
})

/** A ticket by its id. */
export async function ticketById(db: Reader, id: string): Promise<Ticket | null> {
  const row = await db.selectFrom('ticket').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? ticketOf(row) : null
}

/** A ticket by its id, locked until the transaction ends. */
export async function lockTicket(tx: Tx, id: string): Promise<Ticket | null> {
  const row = await tx.selectFrom('ticket').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? ticketOf(row) : null
}

/** The live ticket of a mobile at a shop on a day. */
export async function liveTicketOf(db: Reader, key: { shopId: string; serviceDay: string; mobile: string }): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('shop_id', '=', key.shopId)
    .where('service_day', '=', key.serviceDay)
    .where('mobile', '=', key.mobile)
    .where('state', 'in', oneOf(...liveStates))
    .executeTakeFirst()
  return row ? ticketOf(row) : null
}

/** A mobile's tickets of these days, newest first, at most 50. If there are more, live tickets are kept before others. */
export async function ticketsOfMobile(db: Reader, mobile: string, sinceDay: string): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('service_day', '>=', sinceDay)
    .orderBy(sql`case when state in ${oneOf(...liveStates)} then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime()).map(ticketOf)
}

const columns = {
  state: 'state',
  lane: 'lane',
  number: 'number',
  serveKey: 'serve_key',
  wishedCounterId: 'wished_counter_id',
  counterId: 'counter_id',
  holdUntil: 'hold_until',
  joinedAt: 'joined_at',
  calledAt: 'called_at',
  callCount: 'call_count',
  recallCount: 'recall_count',
  callStartedAt: 'call_started_at',
  callSeconds: 'call_seconds',
  callEndsAt: 'call_ends_at',
  graceEndsAt: 'grace_ends_at',
  callUndoneAt: 'call_undone_at',
  endedAt: 'ended_at',
  noticeState: 'notice_state',
  cashPaymentId: 'cash_payment_id',
  dueAmountPaise: 'due_amount_paise',
  promiseMinutes: 'promise_minutes',
  promisedUntil: 'promised_until',
  promiseState: 'promise_state',
  serviceDay: 'service_day',
  slotStartsAt: 'slot_starts_at',
  slotEndsAt: 'slot_ends_at',
  slotHoldUntil: 'slot_hold_until',
  slotMoves: 'slot_moves',
  slotRemindedAt: 'slot_reminded_at',
} as const satisfies Record<keyof Change, keyof Row>

/** Converts a change to the names of the table's columns. */
export const columnsOfChange = (change: Change): Partial<Row> =>
  Object.fromEntries(Object.entries(change).map(([field, value]) => [columns[field as keyof Change], value]))

/**
 * The statement that applies a change to a locked ticket. No one else changes a locked ticket. If it has another version anyway, a
 * mistake in our code, its new one is null, which the table refuses: the whole statement fails, and nothing is half done.
 */
export function changingTicket(ticket: Ticket, change: Change): Statement {
  const changed = columnsOfChange(change)
  const values = sql.join(
    Object.keys(changed).map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)},`),
    sql` `,
  )
  return sql`update ticket set ${values} version = case when ticket.version = ${ticket.version}::int then ticket.version + 1 end
    from ${rowsAsTable('ticket', [changed])} changed where ticket.id = ${ticket.id}`
}

/**
 * The statement that stores the delivery state of the notice of a call, if this is the last call of the ticket and the state is another one.
 */
export const notingNotice = (ticketId: string, callCount: number, state: NoticeState): Statement<{ shop_id: string; ticket_id: string }> =>
  sql`update ticket set notice_state = ${state}, version = version + 1
    where id = ${ticketId} and state = 'called' and call_count = ${callCount} and notice_state is distinct from ${state}
    returning shop_id, id as ticket_id`

/** The ticket as `changingTicket` leaves it. */
export const changedBy = (ticket: Ticket, change: Change): Ticket => ({ ...ticket, ...change, version: ticket.version + 1 })

/** The one who acted on a ticket. */
export type Actor = { kind: 'shopper' | 'account'; id: string } | { kind: 'system' }

/** A step in a ticket's history; `undo` holds the fields that an undo would restore. */
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

/** The statement that appends to the history of tickets. */
export const addingEvents = (entries: readonly HistoryEntry[]): Statement =>
  insertion(
    'ticket_event',
    entries.map((entry) => ({
      mall_id: entry.after.mallId,
      shop_id: entry.after.shopId,
      ticket_id: entry.after.id,
      action: entry.action,
      from_state: entry.before.state,
      to_state: entry.after.state,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.kind === 'system' ? null : entry.actor.id,
      before: entry.undo,
      at: entry.at,
      undone_at: entry.undoneAt ?? null,
      out_of_turn: entry.outOfTurn ?? null,
    })),
  )

/** Tickets by their ids. */
export async function ticketsByIds(db: Reader, ids: readonly string[]): Promise<Ticket[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('ticket').selectAll().where('id', '=', anyOf(ids)).execute()).map(ticketOf)
}

/** What the lists of payments say of these tickets. */
export const ticketsInBrief = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('ticket').select(['id', 'number', 'lane', 'name', 'mobile']).where('id', '=', anyOf(ids)).execute()

/**
 * The ids of tickets of these shops with this number, on the service days from `first` to `last`, in this order of the days; at most 1000.
 * Only days on which the shop has reached the number are looked at.
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
          .selectFrom('day_counter')
          .select(['shop_id', 'service_day'])
          .where('shop_id', '=', anyOf(shopIds))
          .where('service_day', '>=', first)
          .where('service_day', '<=', last)
          .where('last_number', '>=', number)
          .orderBy('service_day', order)
          .limit(1000)
          .as('day'),
      )
      .innerJoin('ticket', (on) =>
        on.onRef('ticket.shop_id', '=', 'day.shop_id').onRef('ticket.service_day', '=', 'day.service_day').on('ticket.number', '=', number),
      )
      .select('ticket.id')
      .execute()
  ).map(({ id }) => id)

/** The ids of a mobile's tickets at these shops, newest first; at most 1000. */
export const ticketIdsOfMobile = async (db: Reader, shopIds: readonly string[], mobile: string): Promise<string[]> =>
  (
    await db
      .selectFrom('ticket')
      .select('id')
      .where('mobile', '=', mobile)
      .where('shop_id', '=', anyOf(shopIds))
      .orderBy('service_day', 'desc')
      .limit(1000)
      .execute()
  ).map(({ id }) => id)
