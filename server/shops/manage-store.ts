import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** Absent fields stay. */
export interface ShopChange {
  name?: string | undefined
  description?: string | undefined
  image?: string | null | undefined
  link?: string | null | undefined
}

/** Returns the names of the given fields. */
export async function changeShop(tx: Tx, id: string, change: ShopChange): Promise<string[]> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) return []
  await tx.updateTable('shop').set(Object.fromEntries(given)).where('id', '=', id).execute()
  return given.map(([field]) => field)
}

/** Locks in one order, until the transaction ends. Stories that add rows to a shop (`keepShop`) must wait. */
export const lockShops = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('shop').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()

export const archiveShops = (tx: Tx, ids: readonly string[], now: Date) =>
  ids.length === 0 ? Promise.resolve([]) : tx.updateTable('shop').set({ archivedAt: now }).where('id', '=', anyOf(ids)).execute()

/** Without archived ones. */
export async function countShops(db: Reader, mallId: string): Promise<number> {
  const row = await db
    .selectFrom('shop')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('mallId', '=', mallId)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}
