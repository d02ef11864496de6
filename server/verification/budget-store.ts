import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'

/** One count: its scope, its span (an hour or a day), and when the span began. */
export interface Count {
  scope: string
  span: 'hour' | 'day'
  beginsAt: Date
}

/** The new value of a count. */
export type Counted = Pick<Count, 'scope' | 'span'> & { sent: number }

/** The statement that adds one to each of these counts, in the given order, and returns them. The rows stay locked until the transaction ends. */
export const addingToCounts = (counts: readonly Count[]): Statement<Counted> => {
  const rows: RawBuilder<unknown>[] = counts.map(({ scope, span, beginsAt }) => sql`(${scope}, ${span}, ${beginsAt}::timestamptz, 1)`)
  return sql<Counted>`insert into otp_budget (scope, span, begins_at, sent) values ${sql.join(rows)}
    on conflict (scope, span, begins_at) do update set sent = otp_budget.sent + 1 returning scope, span, sent`
}
