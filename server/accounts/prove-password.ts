import { Refusal } from '#contract/base/errors.ts'
import { recordSecurity } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { alertAccount } from './alerts.ts'
import * as own from './own-account-store.ts'
import { checkPassword } from './sign-in.ts'
import { dropTry, failTry, forgetFailures, tryOnRecord } from './tries.ts'

/** An account whose person has just given the right password. */
export type ProvenAccount = NonNullable<Awaited<ReturnType<typeof own.accountForProof>>>

/**
 * Wrong passwords count for the account over all its sessions. Only these sessions can try, so a stranger uses up no tries. Refuses with
 * `wrong_password`, and with `too_many_sign_ins` after some wrong ones. It takes as long as a hash, so a later write must check that the
 * password is still the same (`holdsPassword`).
 */
export function provePassword(
  deps: Deps,
  { accountId, from }: { accountId: string; from: string },
  password: string,
): Promise<ProvenAccount> {
  const counted = { key: deps.vault.keyed('sign-in', `own|${accountId}`), rule: limitsOfCalls.passwordsNear }
  return tryOnRecord(deps, [counted], async (open) => {
    const account = await own.accountForProof(deps.db, accountId)
    const right = await checkPassword(deps, password, account?.passwordHash ?? null, open)
    if (!account || !right) {
      await failTry(deps, open, async (tx, now, failures) => {
        const noted = { accountId, mallId: null, subject: accountId, from, detail: { failures } }
        await recordSecurity(tx, now, { ...noted, action: 'sign-in.failed' })
        if (account) alertAccount(tx, now, account, 'failures')
      })
      throw wrongPassword()
    }
    await transaction(deps.db, async (tx) => {
      await dropTry(tx, open)
      await forgetFailures(tx, [counted])
    })
    return account
  })
}

export const wrongPassword = (): Refusal =>
  new Refusal('wrong_password', { fields: { currentPassword: 'This is not your current password' } })
