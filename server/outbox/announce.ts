import { sql } from 'kysely'
import type { DomainEvent, TicketEventKind } from '#contract/events.ts'
import { type Following, type Statement, sendAtOnce } from '#server/db/at-once.ts'
import { insertion } from '#server/db/rows.ts'
import type { Db, Tx } from '#server/db/transaction.ts'

/** Wakes the relay. The table is the truth: a lost wake-up delays an event by one poll of the relay at most. */
export const OUTBOX_CHANNEL = 'red_carpet_outbox'

type TicketEvent = Extract<DomainEvent, { ticketId: string }>

/** Only events that a shop's screens can see get a sequence number: a missing number always means a missed event. */
const inStream = (event: DomainEvent) => /^(?:ticket|shop|display)\./.test(event.kind)

/**
 * The statements that write events and wake the relay, for `writeAtOnce` in the transaction that causes the events. They must be its last
 * ones, or the relay is not woken.
 */
export const announcing = (now: Date, ...events: DomainEvent[]): Statement[] =>
  events.length === 0 ? [] : [insertion('outbox', rowsOf(now, events)), wakingRelay]

const rowsOf = (now: Date, events: readonly DomainEvent[]) =>
  events.map((event) => ({ kind: event.kind, shopId: inStream(event) ? event.shopId : null, payload: event, createdAt: now }))

// PostgreSQL folds equal notifications of one transaction into one.
const wakingRelay: Statement = sql`select pg_notify(${OUTBOX_CHANNEL}, '')`

/** The same for `addAnd`: writes only the events of tickets that this column of the added rows names. Needs at least one event. */
export const announcingThose = (now: Date, column: 'id' | 'ticketId', events: readonly TicketEvent[]): Following => ({
  writes: [
    (added) => sql`${insertion('outbox', rowsOf(now, events))} where payload ->> 'ticketId' in (select ${sql.ref(column)} from ${added})`,
  ],
  bell: wakingRelay,
})

/** The events happen if and only if the caller's transaction commits. The caller need not wait. */
export const announce = (tx: Tx, now: Date, ...events: DomainEvent[]): void => sendAtOnce(tx, ...announcing(now, ...events))

/**
 * Runs a statement that changes tickets, outside of a transaction, and writes an event for each ticket that it returns. Both are one
 * statement: the database waits once for the disk, and no lock is held while our process works.
 */
export async function announceEach(
  db: Db,
  now: Date,
  kind: Exclude<TicketEventKind, 'ticket.called' | 'ticket.recalled'>,
  changing: Statement<{ shopId: string; ticketId: string }>,
): Promise<void> {
  await sql`with changed as (${changing}),
    told as (insert into outbox (kind, shop_id, payload, created_at)
      select ${kind}, shop_id, jsonb_build_object('kind', ${kind}::text, 'shopId', shop_id, 'ticketId', ticket_id), ${now}::timestamptz
      from changed returning 1)
    select pg_notify(${OUTBOX_CHANNEL}, '') from told`.execute(db)
}
