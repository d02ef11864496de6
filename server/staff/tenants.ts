import type { Account, SignedIn } from '#contract/accounts/accounts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Reader } from '#server/db/transaction.ts'
import { mallIdsOf } from '#server/malls/service.ts'
import * as store from './store.ts'

/** `tenant` limits the rows that the account's stories see; null for all rows. */
export type SignedInAt = SignedIn & { tenant: Tenant | null }

export async function tenantsOf<A extends Pick<Account, 'id' | 'role'>>(
  db: Reader,
  account: A,
): Promise<Omit<SignedInAt, 'account'> & { account: A }> {
  if (account.role === 'superadmin') return { account, mallIds: [], shopIds: [], tenant: null }
  const mallIds = account.role === 'owner' ? await mallIdsOf(db, account.id) : []
  const shops = account.role === 'staff' ? await store.shopsOfStaff(db, account.id) : []
  const seen = [...mallIds, ...new Set(shops.map((shop) => shop.mallId))]
  return { account, mallIds, shopIds: shops.map((shop) => shop.shopId), tenant: { accountId: account.id, mallIds: seen } }
}
