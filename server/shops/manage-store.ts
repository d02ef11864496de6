import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** The changes of a shop; absent fields stay. */
export interface ShopChange {
  name?: string | undefined
  description?: string | undefined
  image?: string | null | undefined
  link?: string | null | undefined
}

/** Changes a shop; returns the names of the given fields. */
export async function changeShop(tx: Tx, id: string, change: ShopChange): Promise<string[]> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) return []
  await tx.updateTable('shop').set(Object.fromEntries(given)).where('id', '=', id).execute()
  return given.map(([field]) => field)
}

/** Locks shops until the transaction ends, in one order. Stories that add rows to a shop (`keepShop`) must wait. */
export const lockShops = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('shop').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()

/** Archives shops: they leave every list, and their rows stay. */
export const archiveShops = (tx: Tx, ids: readonly string[], now: Date) =>
  ids.length === 0 ? Promise.resolve([]) : tx.updateTable('shop').set({ archivedAt: now }).where('id', '=', anyOf(ids)).execute()

/** How many shops a mall has, without archived ones. */
export async function countShops(db: Reader, mallId: string): Promise<number> {
  const row = await db
    .selectFrom('shop')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('mallId', '=', mallId)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}
