import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** The shops where these accounts work, without archived shops, even if the wall hides them. */
const places = (accountIds: readonly string[]) =>
  sql<{ accountId: string; shopId: string; mallId: string }>`places_of_staff(${accountIds})`.as('place')

/** The shops that a staff account works for, with their malls, without archived shops, in the order in which it was added to them. */
export const shopsOfStaff = (db: Reader, accountId: string) =>
  db
    .selectFrom(sql<{ accountId: string; shopId: string; mallId: string; createdAt: Date }>`staff_place`.as('place'))
    .select(['place.shopId', 'place.mallId'])
    .where('place.accountId', '=', accountId)
    .orderBy('place.createdAt')
    .orderBy('place.shopId')
    .execute()

/** Lets an account work at a shop. */
export const insertStaff = (tx: Tx, link: { shopId: string; mallId: string; accountId: string; createdAt: Date }) =>
  tx
    .insertInto('shopStaff')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .execute()

/** The staff of these shops, in the order in which they were added: the first of a shop is the account of its form. */
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

/** The shops where these accounts work, with their malls, without archived shops, even if the wall hides them. */
export const placesOfStaff = (db: Reader, accountIds: readonly string[]) =>
  accountIds.length === 0 ? Promise.resolve([]) : db.selectFrom(places(accountIds)).select(['accountId', 'shopId', 'mallId']).execute()

/** How many accounts work at these shops; disabled accounts count too. */
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
