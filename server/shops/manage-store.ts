import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** What a shop may be changed by; what is absent stays. */
export interface ShopChange {
  name?: string | undefined
  description?: string | undefined
  image?: string | null | undefined
  link?: string | null | undefined
}

/** Changes a shop; answers the fields that were given. */
export async function changeShop(tx: Tx, id: string, change: ShopChange): Promise<string[]> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) return []
  await tx.updateTable('shop').set(Object.fromEntries(given)).where('id', '=', id).execute()
  return given.map(([field]) => field)
}

/** Locks shops against whoever leaves something in them (see `keepShop`) until the transaction ends, in one order. */
export const lockShops = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : tx.selectFrom('shop').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Takes shops out of every list; their rows stay. */
export const archiveShops = (tx: Tx, ids: readonly string[], now: Date) =>
  ids.length === 0 ? Promise.resolve([]) : tx.updateTable('shop').set({ archived_at: now }).where('id', 'in', ids).execute()

/** The staff of these shops, in the order they were added: the first of a shop is its form's account. */
export const staffOf = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop_staff')
        .select(['shop_id', 'account_id'])
        .where('shop_id', 'in', shopIds)
        .orderBy('created_at')
        .orderBy('account_id')
        .execute()

/** The shops that are not archived where these accounts work, with their malls, on either side of the wall. */
export const placesOfStaff = (db: Reader, accountIds: readonly string[]) =>
  accountIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom(sql<{ account_id: string; shop_id: string; mall_id: string }>`places_of_staff(${accountIds})`.as('place'))
        .select(['account_id', 'shop_id', 'mall_id'])
        .execute()
