import type { SignedIn } from '#contract/accounts/accounts.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { Refusal } from '#contract/base/errors.ts'
import { changeLogin } from '#server/accounts/manage-accounts.ts'
import { recordChange } from '#server/audit/service.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Limits } from '#server/limits.ts'
import type { Shop } from '#server/shops/service.ts'
import { addStaffAccount, staffAccounts, worksElsewhere } from './service.ts'

/**
 * Creates the first account if the shop has none. A null stays. Refuses with `forbidden` if the account works for another mall too, and
 * with `invalid_input` if a new account has no email or password. Refuses with `email_taken` and `quota_staff`.
 */
export async function changeFirstLogin(
  tx: Tx,
  now: Date,
  caller: SignedIn,
  shop: Shop,
  to: { email: string | null; passwordHash: string | null; limits: Limits },
): Promise<void> {
  if (to.email === null && to.passwordHash === null) return
  const mallId = shop.mall.id
  const [first] = await staffAccounts(tx, shop.id)
  if (!first) {
    if (to.email === null) throw new Refusal('invalid_input', missing('email', 'Please enter the email of the shop’s account'))
    if (to.passwordHash === null) throw new Refusal('invalid_input', missing('password', 'Please choose a password'))
    const login = { name: shop.name, email: to.email, password: { hash: to.passwordHash, firstUse: false } }
    return addStaffAccount(tx, now, caller, { shopId: shop.id, mallId, limits: to.limits }, login).then(() => undefined)
  }
  const same = to.passwordHash === null && to.email !== null && normalEmail(to.email) === normalEmail(first.email)
  if (same) return
  if (await worksElsewhere(tx, caller, first.id)) throw new Refusal('forbidden')
  const fields = await changeLogin(tx, now, first.id, { ...to, by: caller })
  if (fields.length === 0) return
  await recordChange(tx, now, caller, { action: 'account.login-changed', mallId, subject: first.id, detail: { fields } })
}

const missing = (field: string, sentence: string) => ({ sentence, fields: { [field]: sentence } })
