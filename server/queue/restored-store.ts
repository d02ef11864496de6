import { sql } from 'kysely'
import { insertion } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { ShopDay } from './issue-store.ts'

/** Skips the next `numbers` token numbers of each of these days. */
export async function skipNumbers(tx: Tx, days: readonly ShopDay[], numbers: number, now: Date): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(({ shopId, serviceDay, mallId }) => {
    return { shopId, serviceDay, mallId, lastNumber: numbers, lastJoinedAt: now }
  })
  await sql`${insertion('dayCounter', rows)}
    on conflict (shop_id, service_day) do update set last_number = day_counter.last_number + excluded.last_number`.execute(tx)
}
