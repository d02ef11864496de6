import type { Account } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { SECOND } from '#contract/base/time.ts'
import { fromHash, recordSecurity } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, sha256, verifyPassword } from '#server/kit/hash.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { alertAccount, alertFailures } from './alerts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { countsOf, enter, type FinishedSignIn, tooManyEntries, type Visitor } from './entering.ts'
import { checkPowerfulPassword } from './rules.ts'
import { challenge, needsSecondFactor, secondFactor } from './second-step.ts'
import * as signIns from './sign-in-store.ts'
import * as store from './store.ts'
import { stepOfCode } from './totp.ts'
import { addTry, dropTry, failTry, forgetFailures, noteRun, type OpenTry, tryOnRecord, waitNow } from './tries.ts'

/**
 * Refuses with `bad_credentials`, after the same time, for an unknown email, a wrong password and a disabled account. Refuses with
 * `too_many_sign_ins` after some failures or very many sign-ins. If a second step is needed, refuses with `totp_required` or
 * `password_change_required` and a challenge.
 */
export async function signIn(deps: Deps, email: string, password: string, visitor: Visitor): Promise<FinishedSignIn> {
  const found = await store.accountByEmail(deps.db, email)
  const counts = countsOf(deps.vault, email, found, visitor)
  return tryOnRecord(deps, counts.passwords, async (open) => {
    const right = await checkPassword(deps, password, found?.passwordHash ?? null, open)
    const now = deps.clock.now()
    const over = found?.firstPasswordUntil != null && found.firstPasswordUntil <= now
    if (!found || !right || found.disabledAt || over) {
      await failTry(deps, open, (tx, at) => alertFailures(tx, at, email, fromHash(deps.vault, visitor.address)))
      throw new Refusal('bad_credentials')
    }
    if (found.firstPasswordUntil) throw await challenge(deps, found, 'first_password', null, open)
    if (needsSecondFactor(deps, found)) throw await secondFactor(deps, found, open)
    const outcome = await transaction(deps.db, async (tx) => {
      // The password check took a while. If the password was changed or the account disabled in that time, no session may begin.
      if (!(await signIns.holdsPassword(tx, found.id, found.passwordHash))) throw new Refusal('bad_credentials')
      await dropTry(tx, open)
      const tooMany = await tooManyEntries(deps, tx, found, now, visitor)
      if (tooMany) return tooMany
      await forgetFailures(tx, counts.passwords)
      return enter(deps, tx, found, now, visitor)
    })
    if (outcome instanceof Refusal) throw outcome
    return outcome
  })
}

/** If the server is too busy to check it, the try has not been judged and is taken back. */
export const checkPassword = (deps: Deps, password: string, hash: string | null, open: OpenTry): Promise<boolean> =>
  verifyPassword(password, hash).catch(async (error: unknown) => {
    await transaction(deps.db, (tx) => dropTry(tx, open))
    throw error
  })

/**
 * The second step of a sign-in. Each code is valid once. Wrong codes count for the account over all challenges and addresses. Refuses with
 * `invalid_totp`, with `too_many_sign_ins`, or with `challenge_over` once it took too long or too many tries.
 */
export async function completeTotp(deps: Deps, token: string, code: string, visitor: Visitor): Promise<FinishedSignIn> {
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const open = await signIns.lockChallenge(tx, sha256(token), now)
    if (!open || open.kind === 'first_password' || open.tries >= limitsOfCalls.factorsOfSignIn.most) return new Refusal('challenge_over')
    // Another sign-in has enrolled a factor since this challenge offered one: only that factor counts.
    const enrols = open.kind === 'totp_enrol'
    if (enrols && open.totpSecret !== null) return new Refusal('challenge_over')
    const secret = deps.vault.unseal((enrols ? open.sealed : open.totpSecret) ?? '')
    if (secret === null) return new Refusal('challenge_over')
    const counts = countsOf(deps.vault, open.email, open, visitor)
    const wait = await waitNow(tx, counts.factors, now)
    if (wait > 0) return new Refusal('too_many_sign_ins', { retryAfterSeconds: wait / SECOND })
    const tooMany = await tooManyEntries(deps, tx, open, now, visitor)
    if (tooMany) return tooMany
    const step = stepOfCode(secret, code, now)
    const noted = { accountId: open.id, mallId: null, subject: open.id, from: fromHash(deps.vault, visitor.address) }
    if (step === null || step <= Number(open.totpLastStep ?? 0)) {
      await signIns.countTry(tx, open.challengeId)
      await addTry(tx, counts.factors, now)
      await noteRun(tx, now, counts.factors[1], async (_, at, failures) => {
        await recordSecurity(tx, at, { ...noted, action: 'second-factor.failed', detail: { failures } })
        alertAccount(tx, at, open, 'failures')
      })
      return new Refusal('invalid_totp')
    }
    await signIns.keepTotp(tx, open.id, open.totpSecret ?? deps.vault.seal(secret), step)
    await signIns.deleteChallenges(tx, open.id)
    // The count for the account over all browsers stays: a sign-in in one browser gives the others no new tries.
    await forgetFailures(tx, [...counts.passwords, counts.factors[0]])
    if (enrols) {
      await recordSecurity(tx, now, { ...noted, action: 'second-factor.added' })
      alertAccount(tx, now, open, 'factor')
    }
    return enter(deps, tx, open, now, visitor)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** `challenge` is the token of the sign-in's second step. */
export interface OwnPassword {
  challenge: string
  password: string
}

/**
 * Returns the account whose first password is replaced: only a live challenge justifies the cost of a hash. Refuses with `common_password`
 * and `challenge_over`.
 */
export async function accountOfFirstPassword(
  deps: Deps,
  { challenge: token, password }: OwnPassword,
): Promise<Pick<Account, 'id' | 'role'>> {
  await refuseCommonPassword('newPassword', password, [])
  const account = await signIns.accountOfChallenge(deps.db, sha256(token), 'first_password', deps.clock.now())
  if (!account) throw new Refusal('challenge_over')
  return account
}

/**
 * Signs in too; call `accountOfFirstPassword` first. `names` are those of the person's malls and shops. Refuses with `challenge_over`, with
 * `common_password`, and with `invalid_input` for a super administrator's short password. Refuses with `totp_required` and a challenge if a
 * second factor is needed; the new password is set anyway.
 */
export async function replaceFirstPassword(
  deps: Deps,
  { challenge: token, password }: OwnPassword,
  visitor: Visitor,
  names: readonly string[],
): Promise<FinishedSignIn> {
  const passwordHash = await hashPassword(password)
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const open = await signIns.lockChallenge(tx, sha256(token), now)
    if (open?.kind !== 'first_password') throw new Refusal('challenge_over')
    checkPowerfulPassword(deps.config.mode, open.role, password)
    await refuseCommonPassword('newPassword', password, [open.name, open.email, ...names])
    await signIns.setPassword(tx, open.id, passwordHash)
    await recordSecurity(tx, now, {
      action: 'first-password.replaced',
      accountId: open.id,
      mallId: null,
      subject: open.id,
      from: fromHash(deps.vault, visitor.address),
    })
    const proven = { ...open, passwordHash }
    if (needsSecondFactor(deps, open)) return { proven }
    await forgetFailures(tx, countsOf(deps.vault, open.email, open, visitor).passwords)
    return { entered: await enter(deps, tx, proven, now, visitor) }
  })
  if (outcome.entered) return outcome.entered
  throw await secondFactor(deps, outcome.proven, null)
}
