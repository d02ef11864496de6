import type { SignedIn } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/screens.ts'

/**
 * After signing in, the owner goes to their first mall, the super administrator to the list of malls. Staff go to the counter of the
 * requested shop if it is theirs, else of their first shop. Null if the account has no mall or shop.
 */
export function homeOf(who: SignedIn, askedShopId: string | null): string | null {
  if (who.account.role === 'superadmin') return paths.mallPicker()
  if (who.account.role === 'owner') return who.mallIds[0] === undefined ? null : paths.mallView(who.mallIds[0])
  const shopId = who.shopIds.find((id) => id === askedShopId) ?? who.shopIds[0]
  return shopId === undefined ? null : paths.counter(shopId)
}
