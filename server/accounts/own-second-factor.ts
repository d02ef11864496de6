import { Refusal } from '#contract/base/errors.ts'
import { SECOND } from '#contract/base/time.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { alertAccount } from './alerts.ts'
import { countsOf, type Visitor } from './entering.ts'
import { changedLogin, type Me, proofOf, record, refuseChangedPassword } from './own-account.ts'
import * as own from './own-account-store.ts'
import { provePassword } from './prove-password.ts'
import { mustHaveSecondFactor, OFFER_LIFE, OFFER_TRIES } from './rules.ts'
import * as signIns from './sign-in-store.ts'
import { enrolmentUrl, newTotpSecret, stepOfCode } from './totp.ts'
import { addTry, forgetFailures, noteRun, waitNow } from './tries.ts'

export async function readSecondFactor(deps: Deps, me: Me): Promise<{ on: boolean; required: boolean }> {
  const account = await own.accountForProof(deps.db, me.account.id)
  return { on: account?.totpSecret != null, required: mustHaveSecondFactor(deps.config.mode, me.account.role) }
}

/**
 * Returns what an authenticator app needs. The factor takes effect when `confirmSecondFactor` gets a code of it. Refuses with
 * `second_factor_on`, with `not_signed_in` if the session has ended, and as `provePassword` does.
 */
export async function beginSecondFactor(deps: Deps, me: Me, currentPassword: string): Promise<{ secret: string; url: string }> {
  const account = await provePassword(deps, proofOf(me), currentPassword)
  const secret = newTotpSecret()
  await transaction(deps.db, async (tx) => {
    await refuseChangedPassword(tx, account)
    const locked = await own.lockForProof(tx, account.id)
    if (locked?.totpSecret != null) throw new Refusal('second_factor_on')
    const expiresAt = new Date(deps.clock.now().getTime() + OFFER_LIFE)
    const offered = await own.putOffer(tx, { sessionId: me.sessionId, sealed: deps.vault.seal(secret), expiresAt })
    // The password takes a while to check: the person may have signed out in the meantime.
    if (!offered) throw new Refusal('not_signed_in')
  })
  return { secret, url: enrolmentUrl(secret, account.email) }
}

/**
 * Takes a code of the app that was just set up. Ends all other sessions and returns the new token of this one. Refuses with `wrong_code`,
 * with `enrolment_over` after ten minutes or five wrong codes, with `second_factor_on` and `not_signed_in`.
 */
export async function confirmSecondFactor(deps: Deps, me: Me, code: string): Promise<string> {
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const account = await own.lockForProof(tx, me.account.id)
    if (!account) return new Refusal('not_signed_in')
    if (account.totpSecret !== null) return new Refusal('second_factor_on')
    const offer = await own.lockOffer(tx, me.sessionId)
    const secret = offer && offer.expiresAt > now && offer.tries < OFFER_TRIES ? deps.vault.unseal(offer.sealed) : null
    if (secret === null) return new Refusal('enrolment_over')
    const step = stepOfCode(secret, code, now)
    if (step === null) {
      await own.countOfferTry(tx, me.sessionId)
      return wrongCode()
    }
    await signIns.keepTotp(tx, account.id, deps.vault.seal(secret), step)
    // A sign-in in progress began without the second factor.
    await signIns.deleteChallenges(tx, account.id)
    await own.deleteOffer(tx, me.sessionId)
    await record(tx, now, me, 'second-factor.added')
    return changedLogin(deps, tx, now, me, 'factor')
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/**
 * Ends all other sessions and returns the new token of this one. Refuses with `second_factor_required`, `second_factor_off`, `wrong_code`,
 * and as `provePassword` does. Refuses with `too_many_sign_ins` after some wrong codes here or at sign-ins.
 */
export async function removeSecondFactor(
  deps: Deps,
  me: Me,
  { currentPassword, code }: { currentPassword: string; code: string },
  visitor: Visitor,
): Promise<string> {
  if (mustHaveSecondFactor(deps.config.mode, me.account.role)) throw new Refusal('second_factor_required')
  const account = await provePassword(deps, proofOf(me), currentPassword)
  if (account.totpSecret === null) throw new Refusal('second_factor_off')
  const { factors } = countsOf(deps.vault, account.email, account, visitor)
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await refuseChangedPassword(tx, account)
    const locked = await own.lockForProof(tx, account.id)
    if (locked?.totpSecret == null) return new Refusal('second_factor_off')
    const wait = await waitNow(tx, factors, now)
    if (wait > 0) return new Refusal('too_many_sign_ins', { retryAfterSeconds: wait / SECOND })
    const secret = deps.vault.unseal(locked.totpSecret)
    const step = secret === null ? null : stepOfCode(secret, code, now)
    if (step === null || step <= Number(locked.totpLastStep ?? 0)) {
      await addTry(tx, factors, now)
      await noteRun(tx, now, factors[1], async (_, at, failures) => {
        await record(tx, at, me, 'second-factor.failed', { failures })
        alertAccount(tx, at, me.account, 'failures')
      })
      return wrongCode()
    }
    await forgetFailures(tx, factors)
    await signIns.dropTotp(tx, account.id)
    await record(tx, now, me, 'second-factor.removed')
    return changedLogin(deps, tx, now, me, 'factor')
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

const wrongCode = () => new Refusal('wrong_code', { fields: { code: 'This code is not right' } })
