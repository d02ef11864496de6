import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const places = (accountIds: readonly string[]) =>
  sql<{ accountId: string; shopId: string; mallId: string }>`places_of_staff(${accountIds})`.as('place')

/** Without archived shops, in the order in which the account was added to them. */
export const shopsOfStaff = (db: Reader, accountId: string) =>
  db
    .selectFrom(sql<{ accountId: string; shopId: string; mallId: string; createdAt: Date }>`staff_place`.as('place'))
    .select(['place.shopId', 'place.mallId'])
    .where('place.accountId', '=', accountId)
    .orderBy('place.createdAt')
    .orderBy('place.shopId')
    .execute()

export const insertStaff = (tx: Tx, link: { shopId: string; mallId: string; accountId: string; createdAt: Date }) =>
  tx
    .insertInto('shopStaff')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .execute()

/** In the order in which they were added. */
export const staffOf = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shopStaff')
        .select(['shopId', 'accountId'])
        .where('shopId', '=', anyOf(shopIds))
        .orderBy('createdAt')
        .orderBy('accountId')
        .execute()

/** Leaves out archived shops. Includes shops that the wall hides. */
export const placesOfStaff = (db: Reader, accountIds: readonly string[]) =>
  accountIds.length === 0 ? Promise.resolve([]) : db.selectFrom(places(accountIds)).select(['accountId', 'shopId', 'mallId']).execute()

/** Disabled accounts count too. */
export async function countStaff(db: Reader, shopIds: readonly string[]): Promise<number> {
  if (shopIds.length === 0) return 0
  const row = await db
    .selectFrom('shopStaff')
    .select(sql<number>`count(distinct account_id)::int`.as('n'))
    .where('shopId', '=', anyOf(shopIds))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Ids of the accounts that work or have worked at the shops of a mall. */
export const staffOfMall = async (db: Reader, mallId: string): Promise<string[]> =>
  (await db.selectFrom('shopStaff').select('accountId').distinct().where('mallId', '=', mallId).execute()).map((row) => row.accountId)
