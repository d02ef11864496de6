import { anyOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

/** What was paid for these tickets, wherever the money is now. */
export const receivedFor = (db: Pick<Tx, 'selectFrom'>, ticketIds: readonly string[]) =>
  db
    .selectFrom('payment')
    .select(['id', 'ticket_id', 'gateway', 'amount_paise', 'refunded_paise', 'refunding_paise'])
    .where('ticket_id', '=', anyOf(ticketIds))
    .where('captured_at', 'is not', null)
    .orderBy('captured_at')
    .execute()
