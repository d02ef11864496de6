import { anyOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

/** What was paid for these tickets, wherever the money is now. */
export const receivedFor = (db: Pick<Tx, 'selectFrom'>, ticketIds: readonly string[]) =>
  db
    .selectFrom('payment')
    .select(['id', 'ticketId', 'gateway', 'amountPaise', 'refundedPaise', 'refundingPaise'])
    .where('ticketId', '=', anyOf(ticketIds))
    .where('capturedAt', 'is not', null)
    .orderBy('capturedAt')
    .execute()
