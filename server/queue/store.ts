import { type Selectable, sql } from 'kysely'
import { localeFrom } from '#contract/base/locale.ts'
import { liveStates } from '#contract/queue/queue.ts'
import type { Statement } from '#server/db/at-once.ts'
import { insertion } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Change, LastEvent, Ticket } from './rules.ts'

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
    .where('state', 'in', [...liveStates])
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
    .orderBy((eb) => eb.case().when('state', 'in', liveStates).then(0).else(1).end())
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
} as const satisfies Record<keyof Change, keyof Row>

/** Converts a change to the names of the table's columns. */
export const columnsOfChange = (change: Change): Partial<Row> =>
  Object.fromEntries(Object.entries(change).map(([field, value]) => [columns[field as keyof Change], value]))

/** Applies a change if the ticket still has that version. Returns the changed ticket, or null if another transaction was faster. */
export async function changeTicket(tx: Tx, ticket: Ticket, change: Change): Promise<Ticket | null> {
  const row = await tx
    .updateTable('ticket')
    .set({ ...columnsOfChange(change), version: ticket.version + 1 })
    .where('id', '=', ticket.id)
    .where('version', '=', ticket.version)
    .returningAll()
    .executeTakeFirst()
  return row ? ticketOf(row) : null
}

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
    })),
  )

/** The last event of each of these tickets that was not undone. */
export async function lastEvents(db: Reader, ticketIds: readonly string[]): Promise<Map<string, LastEvent>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket_event')
    .distinctOn('ticket_id')
    .select(['id', 'ticket_id', 'action', 'before', 'at'])
    .where('ticket_id', 'in', ticketIds)
    .where('undone_at', 'is', null)
    // changes of the countdown alone do not count as steps: the call before them can still be undone
    .where('action', 'not in', ['restart', 'recall', 'extend'])
    .orderBy('ticket_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.ticket_id, { id: Number(row.id), action: row.action, at: row.at, before: revive(row.before) }]))
}

/** When staff last recalled a ticket; null if they never did. */
export async function lastRecallOf(db: Reader, ticketId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('ticket_event')
    .select('at')
    .where('ticket_id', '=', ticketId)
    .where('action', '=', 'recall')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

const times = new Set(['calledAt', 'callStartedAt', 'callEndsAt', 'graceEndsAt', 'endedAt'])

/** Restores a stored change: its times are stored as text. */
function revive(kept: unknown): Change {
  const fields = Object.entries((kept ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    fields.map(([field, value]) => [field, times.has(field) && typeof value === 'string' ? new Date(value) : value]),
  ) as Change
}

/** Marks an event as undone. */
export const markUndone = (tx: Tx, eventId: number, at: Date) =>
  tx.updateTable('ticket_event').set({ undone_at: at }).where('id', '=', eventId).execute()

/** Tickets by their ids. */
export async function ticketsByIds(db: Reader, ids: readonly string[]): Promise<Ticket[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('ticket').selectAll().where('id', '=', sql<string>`any(${ids})`).execute()).map(ticketOf)
}
