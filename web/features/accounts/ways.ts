import type { SignedIn } from '../../../contract/accounts.ts'
import { paths } from '../../../contract/paths.ts'

/**
 * Where an account goes after signing in: the owner to their first mall, the super administrator to the malls, staff to the
 * counter that was asked for if it is theirs, else to their first. Null where no mall or shop is connected.
 */
export function homeOf(who: SignedIn, wishedShopId: string | null): string | null {
  if (who.account.role === 'superadmin') return paths.mallPicker()
  if (who.account.role === 'owner') return who.mallIds[0] === undefined ? null : paths.mallView(who.mallIds[0])
  const shopId = who.shopIds.find((id) => id === wishedShopId) ?? who.shopIds[0]
  return shopId === undefined ? null : paths.counter(shopId)
}
