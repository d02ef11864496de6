import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The shops where these accounts work, without archived shops, even if the wall hides them. */
const places = (accountIds: readonly string[]) =>
  sql<{ account_id: string; shop_id: string; mall_id: string }>`places_of_staff(${accountIds})`.as('place')

/** The shops that a staff account works for, with their malls, without archived shops, in the order in which it was added to them. */
export const shopsOfStaff = (db: Reader, accountId: string) =>
  db
    .selectFrom(sql<{ account_id: string; shop_id: string; mall_id: string; created_at: Date }>`staff_place`.as('place'))
    .select(['place.shop_id', 'place.mall_id'])
    .where('place.account_id', '=', accountId)
    .orderBy('place.created_at')
    .orderBy('place.shop_id')
    .execute()

/** Lets an account work at a shop. */
export const insertStaff = (tx: Tx, link: { shopId: string; mallId: string; accountId: string; createdAt: Date }) =>
  tx
    .insertInto('shop_staff')
    .values({ shop_id: link.shopId, mall_id: link.mallId, account_id: link.accountId, created_at: link.createdAt })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** The staff of these shops, in the order in which they were added: the first of a shop is the account of its form. */
export const staffOf = (db: Reader, shopIds: readonly string[]) =>
  shopIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shop_staff')
        .select(['shop_id', 'account_id'])
        .where('shop_id', '=', anyOf(shopIds))
        .orderBy('created_at')
        .orderBy('account_id')
        .execute()

/** The shops where these accounts work, with their malls, without archived shops, even if the wall hides them. */
export const placesOfStaff = (db: Reader, accountIds: readonly string[]) =>
  accountIds.length === 0 ? Promise.resolve([]) : db.selectFrom(places(accountIds)).select(['account_id', 'shop_id', 'mall_id']).execute()

/** How many accounts work at these shops; disabled accounts count too. */
export async function countStaff(db: Reader, shopIds: readonly string[]): Promise<number> {
  if (shopIds.length === 0) return 0
  const row = await db
    .selectFrom('shop_staff')
    .select(sql<number>`count(distinct account_id)::int`.as('n'))
    .where('shop_id', '=', anyOf(shopIds))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Ids of the accounts that work or have worked at the shops of a mall. */
export const staffOfMall = async (db: Reader, mallId: string): Promise<string[]> =>
  (await db.selectFrom('shop_staff').select('account_id').distinct().where('mall_id', '=', mallId).execute()).map((row) => row.account_id)
