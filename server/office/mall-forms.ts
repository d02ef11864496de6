import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { removeSecondFactorOf } from '#server/accounts/manage-accounts.ts'
import { recordChange } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { changeMall, type MallForm, type MallWithOwner, prepareMallForm } from '#server/malls/manage-malls.ts'
import { findMall } from '#server/malls/service.ts'
import { announceShops } from '#server/shops/manage-shops.ts'
import { mallForManager, shopsOf } from '#server/shops/service.ts'

/**
 * Tells open screens of the mall's shops, because they show its title. Refuses with `forbidden`, `email_taken`, `bad_picture` and as
 * `mallNotShop` does.
 */
export async function changeMallOfShops(
  deps: Deps,
  caller: SignedIn,
  mallId: string,
  form: MallForm & { password: string | null },
): Promise<MallWithOwner> {
  await mallForManager(deps.db, caller, mallId)
  const prepared = await prepareMallForm(form)
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const changed = await changeMall(tx, now, caller, mallId, prepared, deps.config.limits)
    announceShops(tx, now, await shopsOf(tx, [changed.mall]))
    return changed
  })
}

/**
 * For an owner who has lost it; also ends the owner's sessions. Only super administrators may call it. Refuses with `mall_not_found`, with
 * `staff_not_found` if the mall has no owner, and with `second_factor_off`.
 */
export const removeOwnersSecondFactor = (deps: Deps, caller: SignedIn, mallId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const mall = await findMall(tx, mallId)
    if (!mall) throw new Refusal('mall_not_found')
    if (mall.ownerAccountId === null) throw new Refusal('staff_not_found')
    await removeSecondFactorOf(tx, now, mall.ownerAccountId)
    await recordChange(tx, now, caller, { action: 'account.second-factor-removed', mallId, subject: mall.ownerAccountId })
  })
