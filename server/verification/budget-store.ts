import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** One count: its scope, its span (an hour or a day), and when the span began. */
export interface Count {
  scope: string
  span: 'hour' | 'day'
  beginsAt: Date
}

/** Adds one to each of these counts, in the given order, and returns their new values. The rows stay locked until the transaction ends. */
export async function addToCounts(tx: Tx, counts: readonly Count[]): Promise<number[]> {
  const rows = await tx
    .insertInto('otp_budget')
    .values(counts.map(({ scope, span, beginsAt }) => ({ scope, span, begins_at: beginsAt, sent: 1 })))
    .onConflict((oc) => oc.columns(['scope', 'span', 'begins_at']).doUpdateSet({ sent: sql`otp_budget.sent + 1` }))
    .returning(['scope', 'span', 'sent'])
    .execute()
  return counts.map(({ scope, span }) => rows.find((row) => row.scope === scope && row.span === span)?.sent ?? 0)
}
