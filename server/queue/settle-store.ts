import { sql } from 'kysely'
import { oneOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Ticket } from './rules.ts'
import { ticketOf } from './store.ts'

/** Cancelled or expired tickets whose money is not settled yet: the next `limit` after an id. */
export const unsettledTickets = async (db: Pick<Tx, 'selectFrom'>, after: string, limit: number): Promise<Ticket[]> =>
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

/** Marks these tickets as settled. A ticket whose row is locked stays unsettled. */
export async function markSettled(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update ticket set settled_at = ${now} where id in (
    select id from ticket where id = any(${ids}::text[]) order by id for no key update skip locked)`.execute(tx)
}
