import { sql } from 'kysely'
import type { DomainEvent } from '#contract/events.ts'
import { type Statement, writeAtOnce } from '#server/db/at-once.ts'
import { insertion } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

/** The channel that wakes the relay. The table is the truth: a lost wake-up delays an event by one poll of the relay at most. */
export const OUTBOX_CHANNEL = 'red_carpet_outbox'

/** Events that a shop's screens can see. Only these get a sequence number, so that a missing number always means a missed event. */
const inStream = (event: DomainEvent) => /^(?:ticket|shop|display)\./.test(event.kind)

/**
 * Returns the statements that write events to the outbox and wake the relay, for `writeAtOnce` in the transaction that causes the events.
 * They must be its last ones, or the relay is not woken.
 */
export const announcing = (now: Date, ...events: DomainEvent[]): Statement[] =>
  events.length === 0
    ? []
    : [
        insertion(
          'outbox',
          events.map((event) => ({ kind: event.kind, shop_id: inStream(event) ? event.shopId : null, payload: event, created_at: now })),
        ),
        // PostgreSQL folds equal notifications of one transaction into one.
        sql`select pg_notify(${OUTBOX_CHANNEL}, '')`,
      ]

/** Writes events to the outbox in the caller's transaction: they happen if and only if it commits. */
export const announce = (tx: Tx, now: Date, ...events: DomainEvent[]): Promise<void> => writeAtOnce(tx, ...announcing(now, ...events))
