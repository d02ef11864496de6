import { Refusal } from '#contract/base/errors.ts'
import { fromHash, recordSecurity } from '#server/audit/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, newSecret, sha256, verifyPassword } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { announce } from '#server/outbox/announce.ts'
import { countSignUp } from '#server/quotas/service.ts'
import type { Entering, Visitor } from './entering.ts'
import { emailTaken } from './manage-accounts.ts'
import { SIGN_UP_LIFE } from './rules.ts'
import { createAccount } from './service.ts'
import * as store from './store.ts'
import { accountByEmail, isEmailFree } from './store.ts'
import { dropTry, failTry, type OpenTry, tryOnRecord } from './tries.ts'

/** The message is the same in production whether an account has the email or not. */
export const SIGN_UP_SENT = 'Please open the link in the mail that is on its way to you.'

/**
 * The account opens when its person follows the link in the mail. The work is the same for known and unknown emails; the relay finds out
 * which mail to send. Refuses with `quota_sign_ups`.
 */
export async function askForSignUp(
  deps: Deps,
  owner: { name: string; email: string; password: string },
  { address, locale }: Pick<Visitor, 'address' | 'locale'>,
): Promise<void> {
  const passwordHash = await hashPassword(owner.password)
  const code = newSecret()
  await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await countSignUp(tx, now, deps, address)
    const expiresAt = new Date(now.getTime() + SIGN_UP_LIFE)
    const { name, email } = owner
    await store.insertSignUp(tx, { id: newId(), codeHash: sha256(code), email, name, passwordHash, createdAt: now, expiresAt })
    announce(tx, now, { kind: 'sign-up.asked', shopId: null, email, sealedCode: deps.vault.seal(code), locale })
  })
}

/** A sign-up whose code and password have been checked. Its try stays open until `openSignedUp` deletes it. */
export interface ProvenSignUp {
  signUp: NonNullable<Awaited<ReturnType<typeof store.signUpByCode>>>
  open: OpenTry
}

/**
 * The first step of a confirmation. The code proves access to the mailbox. The password proves that this is the person who signed up: a
 * stranger's sign-up with another person's email must not open under the stranger's password. Refuses with `sign_up_over`,
 * `not_sign_up_password` and `too_many_sign_ins`.
 */
export async function proveSignUp(deps: Deps, code: string, password: string): Promise<ProvenSignUp> {
  const signUp = await store.signUpByCode(deps.db, sha256(code), deps.clock.now())
  if (!signUp) throw new Refusal('sign_up_over')
  return tryOnRecord(
    deps,
    [{ key: deps.vault.keyed('sign-in', `sign-up|${signUp.id}`), rule: limitsOfCalls.passwordsNear }],
    async (open) => {
      if (await verifyPassword(password, signUp.passwordHash)) return { signUp, open }
      await failTry(deps, open, async () => {})
      throw new Refusal('not_sign_up_password', { fields: { password: 'This is not the password that you chose for the new account.' } })
    },
  )
}

/**
 * The second step: opens the owner's account, which may enter. Refuses with `sign_up_over`, if another request was faster, and with
 * `email_taken`.
 */
export async function openSignedUp(
  deps: Deps,
  tx: Tx,
  now: Date,
  { signUp, open }: ProvenSignUp,
  visitor: Pick<Visitor, 'address'>,
): Promise<Entering> {
  if (!(await store.takeSignUp(tx, signUp.id))) throw new Refusal('sign_up_over')
  await dropTry(tx, open)
  await store.deleteSignUpsOf(tx, signUp.email)
  const { name, email, passwordHash } = signUp
  const id = await createAccount(tx, now, { name, email, role: 'owner', passwordHash })
  if (id === null) throw emailTaken()
  const noted = { accountId: id, mallId: null, subject: id, from: fromHash(deps.vault, visitor.address) }
  await recordSecurity(tx, now, { ...noted, action: 'account.signed-up' })
  await recordSecurity(tx, now, { ...noted, action: 'email.confirmed' })
  return { id, name, email, role: 'owner', passwordHash, lastSeenAt: null }
}

/** True if the email is taken. Runs in the relay's transaction. */
export async function isKnownAtSignUp(tx: Tx, email: string): Promise<boolean> {
  const account = await accountByEmail(tx, email)
  return account !== undefined && !isEmailFree(account)
}
