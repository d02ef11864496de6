import type { Role } from '#contract/accounts/accounts.ts'
import type { FinishedSignIn, Visitor } from '#server/accounts/entering.ts'
import * as own from '#server/accounts/own-account.ts'
import * as resets from '#server/accounts/reset-password.ts'
import * as signIns from '#server/accounts/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { namesOfPlaces } from '#server/staff/service.ts'

/** No new password may be the name of a mall or a shop that its person works for. */

/** Refuses as the accounts' `accountOfFirstPassword` and `replaceFirstPassword` do. */
export async function replaceFirstPassword(deps: Deps, first: signIns.OwnPassword, visitor: Visitor): Promise<FinishedSignIn> {
  const account = await signIns.accountOfFirstPassword(deps, first)
  return signIns.replaceFirstPassword(deps, first, visitor, await namesOfPlaces(deps.db, account))
}

/** Returns and refuses as the accounts' `proveReset` and `resetPassword` do. */
export async function resetPassword(
  deps: Deps,
  reset: { email: string; role: Role; code: string; password: string },
  visitor: Visitor,
): Promise<{ device: string | null }> {
  const proven = await resets.proveReset(deps, reset, visitor)
  return resets.resetPassword(deps, proven, visitor, await namesOfPlaces(deps.db, proven.account))
}

/** Returns and refuses as the accounts' `changeOwnPassword` does. */
export const changeOwnPassword = async (
  deps: Deps,
  me: own.Me,
  passwords: { currentPassword: string; newPassword: string },
  device: string | null,
): Promise<{ token: string; device: string }> =>
  own.changeOwnPassword(deps, me, passwords, device, await namesOfPlaces(deps.db, me.account))
