import type { Account } from '#contract/accounts/accounts.ts'
import type { Tx } from '#server/db/transaction.ts'
import { mallIdsOf, mallsOnRecord } from '#server/malls/service.ts'
import { shopsOf, shopsOnRecord } from '#server/shops/service.ts'
import { shopsOfStaff } from './store.ts'

/** The names of the malls and shops of an account: an owner's malls with their shops, or a staff account's shops with their malls. */
export async function namesOfPlaces(db: Pick<Tx, 'selectFrom'>, account: Pick<Account, 'id' | 'role'>): Promise<string[]> {
  if (account.role === 'staff') {
    const ids = (await shopsOfStaff(db, account.id)).map((shop) => shop.shopId)
    return [...(await shopsOnRecord(db, ids)).values()].flatMap((shop) => [shop.name, shop.mall.title])
  }
  const malls = account.role === 'owner' ? [...(await mallsOnRecord(db, await mallIdsOf(db, account.id))).values()] : []
  return [...malls.map((mall) => mall.title), ...(await shopsOf(db, malls)).map((shop) => shop.name)]
}
