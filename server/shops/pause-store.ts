import { type RawBuilder, sql } from 'kysely'
import type { PauseReason } from '#contract/queue/queue.ts'
import { limiting, type TimeLimits } from '#server/db/limits.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** `shopId` is a value or a column. */
const saleOf = (shopId: RawBuilder<unknown>) => sql`hashtextextended('sale:' || ${shopId}, 0)`

/** Waits until no transaction joins or orders at the shop, and stops others from doing so until this transaction ends. */
export const holdSale = (tx: Tx, shopId: string) => sql`select pg_advisory_xact_lock(${saleOf(sql`${shopId}::text`)})`.execute(tx)

/**
 * Waits until no transaction changes whether these shops sell, and stops such changes until this one ends. Many can hold it at once. Sets
 * the time limits first, then locks in the order given.
 */
export const enterSales = (tx: Tx, shopIds: readonly string[], limits: TimeLimits) =>
  sql`with limits as materialized (${limiting(limits)})
    select pg_advisory_xact_lock_shared(${saleOf(sql.ref('asked.id'))})
    from limits, unnest(${shopIds}::text[]) with ordinality as asked (id, place) order by asked.place`.execute(tx)

export const setPause = (tx: Tx, shopId: string, pause: { reason: PauseReason; until: Date | null; at: Date; by: string } | null) =>
  tx
    .updateTable('shop')
    .set({
      pausedReason: pause?.reason ?? null,
      pausedUntil: pause?.until ?? null,
      pausedAt: pause?.at ?? null,
      pausedBy: pause?.by ?? null,
    })
    .where('id', '=', shopId)
    .execute()

export const pausesOver = (db: Reader, now: Date) =>
  db.selectFrom('shop').select('id').where('pausedUntil', '<=', now).orderBy('pausedUntil').limit(200).execute()

/** Returns true if there was a pause that has ended. */
export const endPause = async (tx: Tx, shopId: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('shop')
    .set({ pausedReason: null, pausedUntil: null, pausedAt: null, pausedBy: null })
    .where('id', '=', shopId)
    .where('pausedUntil', '<=', now)
    .returning('id')
    .executeTakeFirst()) !== undefined
