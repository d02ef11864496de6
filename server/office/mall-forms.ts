import type { SignedIn } from '#contract/accounts/accounts.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { changeMall, type MallForm, type MallWithOwner, prepareMallForm } from '#server/malls/manage-malls.ts'
import { announceShops } from '#server/shops/manage-shops.ts'
import { mallForManager, shopsOf } from '#server/shops/service.ts'

/**
 * Changes a mall by its form. Open screens of its shops are told, because they show its title. Refuses with `forbidden`, `email_taken`,
 * `bad_picture` and as `mallNotShop` does.
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
