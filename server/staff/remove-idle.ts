import type { SignedIn } from '#contract/accounts/accounts.ts'
import { disableAccount } from '#server/accounts/manage-accounts.ts'
import { recordChange } from '#server/audit/service.ts'
import type { Tx } from '#server/db/transaction.ts'
import * as store from './store.ts'

/** Ids of the accounts that work at these shops. */
export const staffIdsOf = async (db: Pick<Tx, 'selectFrom'>, shopIds: readonly string[]): Promise<string[]> => [
  ...new Set((await store.staffOf(db, shopIds)).map((link) => link.accountId)),
]

/** Removes those of these staff accounts that have no shop left to work at, in the caller's transaction. */
export async function removeIdleStaff(tx: Tx, now: Date, caller: SignedIn, accountIds: readonly string[]): Promise<void> {
  const still = new Set((await store.placesOfStaff(tx, accountIds)).map((place) => place.accountId))
  for (const id of accountIds) {
    if (still.has(id)) continue
    await disableAccount(tx, now, id)
    await recordChange(tx, now, caller, { action: 'account.removed', mallId: null, subject: id })
  }
}
