import type { Role } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newSecret, sha256 } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { CHALLENGE_LIFE, mustHaveSecondFactor } from './rules.ts'
import * as signIns from './sign-in-store.ts'
import { enrolmentUrl, newTotpSecret } from './totp.ts'
import { dropTry, type OpenTry } from './tries.ts'

/** An account whose password was just given. */
interface Proven {
  id: string
  email: string
  role: Role
  passwordHash: string
  totpSecret: string | null
}

/**
 * Opens the second step and returns the refusal that leads to it. The try was not a failure, but earlier failures stay until the sign-in is
 * complete. Refuses with `bad_credentials` if the password has changed in the meantime.
 */
export async function challenge(
  deps: Deps,
  account: Pick<Proven, 'id' | 'passwordHash'>,
  kind: signIns.ChallengeKind,
  secret: string | null,
  open: OpenTry | null,
): Promise<Refusal> {
  const token = newSecret()
  const createdAt = deps.clock.now()
  const sealed = secret === null ? null : deps.vault.seal(secret)
  await transaction(deps.db, async (tx) => {
    if (!(await signIns.holdsPassword(tx, account.id, account.passwordHash))) throw new Refusal('bad_credentials')
    if (open) await dropTry(tx, open)
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

/** In production a super administrator must add a second factor at the first sign-in. */
export const needsSecondFactor = (deps: Deps, account: Pick<Proven, 'role' | 'totpSecret'>): boolean =>
  account.totpSecret !== null || mustHaveSecondFactor(deps.config.mode, account.role)

/** Returns the refusal that asks for the code. At the first sign-in it carries what an authenticator app needs to enrol. */
export async function secondFactor(deps: Deps, account: Proven, open: OpenTry | null): Promise<Refusal> {
  if (account.totpSecret !== null) return challenge(deps, account, 'totp', null, open)
  const secret = newTotpSecret()
  const asked = await challenge(deps, account, 'totp_enrol', secret, open)
  return new Refusal('totp_required', { ...asked.details, enrol: { secret, url: enrolmentUrl(secret, account.email) } })
}
