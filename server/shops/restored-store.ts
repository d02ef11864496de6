import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

/** Every shop that is not archived, with its mall, and how many days ahead its slots can be booked (null without slots). */
export const shopsInUse = (tx: Tx) =>
  tx
    .selectFrom('shop')
    .select(['id', 'mallId', sql<number | null>`(slots->>'daysAhead')::int`.as('daysAhead')])
    .where('archivedAt', 'is', null)
    .execute()
