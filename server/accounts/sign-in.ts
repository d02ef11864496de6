import { Secret, TOTP } from 'otpauth'
import type { Account, Role } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { SECOND } from '../../contract/time.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, newSecret, sha256, verifyPassword } from '../kit/hash.ts'
import { newId } from '../kit/ids.ts'
import { CHALLENGE_LIFE, CHALLENGE_TRIES, checkPowerfulPassword, FAILURE_WINDOW, sessionEnd, signInWait } from './rules.ts'
import * as signIns from './sign-in-store.ts'
import * as store from './store.ts'

/** A finished sign-in: the session token, which is kept only as a hash, and who it is. */
export interface Entered {
  token: string
  account: Account
}

const accountOf = ({ id, name, email, role }: Account): Account => ({ id, name, email, role })
const whoHash = (deps: Deps, email: string, address: string) => deps.vault.keyed('sign-in', `${email.toLowerCase()}|${address}`)

/**
 * Signs in. Refuses with `bad_credentials` alike, and in the same time, for an unknown email, a wrong password and a disabled account;
 * with `too_many_sign_ins` after some failures from the same address; with `totp_required` or `password_change_required` and a
 * challenge where a second step is due.
 */
export async function signIn(deps: Deps, email: string, password: string, address: string): Promise<Entered> {
  const who = whoHash(deps, email, address)
  const asked = deps.clock.now()
  const wait = signInWait(await signIns.failuresSince(deps.db, who, new Date(asked.getTime() - FAILURE_WINDOW)), asked)
  if (wait > 0) throw new Refusal('too_many_sign_ins', { retryAfterSeconds: wait / SECOND })
  const found = await store.accountByEmail(deps.db, email)
  const right = await verifyPassword(password, found?.password_hash ?? null)
  const now = deps.clock.now()
  const over = found?.first_password_until != null && found.first_password_until <= now
  if (!found || !right || found.disabled_at || over) {
    await transaction(deps.db, (tx) => signIns.insertFailure(tx, who, now))
    throw new Refusal('bad_credentials')
  }
  await transaction(deps.db, (tx) => signIns.deleteFailures(tx, who))
  if (found.first_password_until) throw await challenge(deps, found, 'first_password', null)
  if (needsSecondFactor(deps, found)) throw await secondFactor(deps, found)
  return transaction(deps.db, async (tx) => {
    // Checking the password took a while: where it was changed or the account disabled meanwhile, no session may slip in.
    if (!(await signIns.holdsPassword(tx, found.id, found.password_hash))) throw new Refusal('bad_credentials')
    return enter(tx, accountOf(found), now)
  })
}

/** Opens a session in the caller's transaction. */
async function enter(tx: Tx, account: Account, now: Date): Promise<Entered> {
  const token = newSecret()
  await store.insertSession(tx, {
    id: newId(),
    tokenHash: sha256(token),
    accountId: account.id,
    now,
    expiresAt: sessionEnd(account.role, now, now),
  })
  return { token, account }
}

/** Who has just given the right password, and which one it was. */
interface Proven {
  id: string
  email: string
  role: Role
  password_hash: string
  totp_secret: string | null
}

/** Opens the second step and answers the refusal that leads to it; refuses with `bad_credentials` where the password has been changed meanwhile. */
async function challenge(deps: Deps, account: Proven, kind: signIns.ChallengeKind, secret: string | null): Promise<Refusal> {
  const token = newSecret()
  const createdAt = deps.clock.now()
  const sealed = secret === null ? null : deps.vault.seal(secret)
  await transaction(deps.db, async (tx) => {
    if (!(await signIns.holdsPassword(tx, account.id, account.password_hash))) throw new Refusal('bad_credentials')
    await signIns.insertChallenge(tx, {
      id: newId(),
      tokenHash: sha256(token),
      accountId: account.id,
      kind,
      sealed,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CHALLENGE_LIFE),
    })
  })
  return new Refusal(kind === 'first_password' ? 'password_change_required' : 'totp_required', { challenge: token })
}

const totpOf = (secret: string, label: string) => new TOTP({ issuer: 'Red Carpet', label, secret: Secret.fromBase32(secret) })

/** A super administrator's password alone opens nothing in production, nor anywhere once a second factor is enrolled. */
const needsSecondFactor = (deps: Deps, account: Pick<Proven, 'role' | 'totp_secret'>): boolean =>
  account.role === 'superadmin' && (account.totp_secret !== null || deps.config.mode === 'production')

/** The refusal that asks for the code; at the first sign-in, with what an authenticator app needs to enrol. */
async function secondFactor(deps: Deps, account: Proven): Promise<Refusal> {
  if (account.totp_secret !== null) return challenge(deps, account, 'totp', null)
  const secret = new Secret({ size: 20 }).base32
  const asked = await challenge(deps, account, 'totp_enrol', secret)
  return new Refusal('totp_required', { ...asked.details, enrol: { secret, url: totpOf(secret, account.email).toString() } })
}

/**
 * The second step of a super administrator's sign-in: the code of the authenticator app, each good once. Refuses with `invalid_totp`,
 * or `challenge_over` once it took too long or too many tries.
 */
export async function completeTotp(deps: Deps, token: string, code: string): Promise<Entered> {
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const open = await signIns.lockChallenge(tx, sha256(token), now)
    if (!open || open.kind === 'first_password' || open.tries >= CHALLENGE_TRIES) return new Refusal('challenge_over')
    const secret = deps.vault.unseal(open.sealed ?? open.totp_secret ?? '')
    if (secret === null) return new Refusal('challenge_over')
    const totp = totpOf(secret, open.email)
    const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp: now.getTime(), window: 1 })
    const step = Math.floor(now.getTime() / (totp.period * SECOND)) + (delta ?? 0)
    if (delta === null || step <= Number(open.totp_last_step ?? 0)) {
      await signIns.countTry(tx, open.challenge_id)
      return new Refusal('invalid_totp')
    }
    await signIns.keepTotp(tx, open.id, open.totp_secret ?? deps.vault.seal(secret), step)
    await signIns.deleteChallenges(tx, open.id)
    return enter(tx, accountOf(open), now)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/**
 * Replaces a one-use first password by one's own and signs in. Refuses with `challenge_over`, with `invalid_input` a
 * super administrator's short one, and with `totp_required` and a challenge where
 * a second factor is due: the new password is set all the same.
 */
export async function replaceFirstPassword(deps: Deps, token: string, password: string): Promise<Entered> {
  const passwordHash = await hashPassword(password)
  const outcome = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const open = await signIns.lockChallenge(tx, sha256(token), now)
    if (open?.kind !== 'first_password') throw new Refusal('challenge_over')
    checkPowerfulPassword(deps.config.mode, open.role, password)
    await signIns.setPassword(tx, open.id, passwordHash)
    return needsSecondFactor(deps, open) ? { proven: open } : { entered: await enter(tx, accountOf(open), now) }
  })
  if (outcome.entered) return outcome.entered
  throw await secondFactor(deps, { ...outcome.proven, password_hash: passwordHash })
}
