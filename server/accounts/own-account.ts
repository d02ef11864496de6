import type { Account } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { recordSecurity } from '#server/audit/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { newCredential } from '#server/kit/credentials.ts'
import { hashPassword, sha256 } from '#server/kit/hash.ts'
import { announce } from '#server/outbox/announce.ts'
import { type Alert, alertAccount } from './alerts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { rememberIn } from './devices.ts'
import * as own from './own-account-store.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import { endResetCodes } from './reset-store.ts'
import { checkPowerfulPassword, isProven } from './rules.ts'
import * as signIns from './sign-in-store.ts'

/** `from` is the keyed hash of the address, for the audit. */
export interface Me {
  account: Account
  sessionId: string
  from: string
}

export interface OwnSession {
  id: string
  browser: string | null
  system: string | null
  createdAt: Date
  lastUsedAt: Date
  current: boolean
}

/** This session first, then the last used. */
export async function ownSessions(deps: Deps, me: Me): Promise<OwnSession[]> {
  const rows = await own.sessionsOf(deps.db, me.account.id, deps.clock.now())
  return rows
    .map(({ id, browser, system, createdAt, lastSeenAt }) => ({
      ...{ id, browser, system, createdAt, lastUsedAt: lastSeenAt },
      current: id === me.sessionId,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

/**
 * Gives the current password again; returns the session's new token. For five minutes the session may make calls that need a fresh
 * password. Refuses as `provePassword` does.
 */
export async function prove(deps: Deps, me: Me, currentPassword: string): Promise<string> {
  const account = await provePassword(deps, proofOf(me), currentPassword)
  return transaction(deps.db, async (tx) => {
    await refuseChangedPassword(tx, account)
    return renewed(deps, tx, deps.clock.now(), me)
  })
}

/** The session may be this one. Its sockets end too. Refuses with `session_not_found` and `proof_required`. */
export const endOwnSession = (deps: Deps, me: Me, sessionId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    // Signing out of this session needs no password.
    if (sessionId !== me.sessionId) await refuseUnproven(tx, now, me)
    if (!(await own.deleteOwnSession(tx, me.account.id, sessionId))) throw new Refusal('session_not_found')
    announceEnded(tx, now, me.account.id, [sessionId])
    await record(tx, now, me, 'sign-in.ended', { sessions: 1 })
  })

/** Returns how many ended, with their sockets. Refuses with `proof_required`. */
export const endOtherSessions = (deps: Deps, me: Me): Promise<number> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await refuseUnproven(tx, now, me)
    const sessions = await endOthers(tx, now, me)
    if (sessions > 0) await record(tx, now, me, 'sign-in.ended', { sessions })
    return sessions
  })

/**
 * Ends all other sessions. `names` are those of the person's malls and shops. Returns the new token of this session and the device cookie
 * of its browser. Refuses with `common_password`, with `invalid_input` for a super administrator's short password, and as `provePassword`
 * does.
 */
export async function changeOwnPassword(
  deps: Deps,
  me: Me,
  passwords: { currentPassword: string; newPassword: string },
  device: string | null,
  names: readonly string[],
): Promise<{ token: string; device: string }> {
  const { currentPassword, newPassword } = passwords
  await refuseCommonPassword('newPassword', newPassword, [me.account.name, me.account.email, ...names])
  checkPowerfulPassword(deps.config.mode, me.account.role, newPassword)
  const account = await provePassword(deps, proofOf(me), currentPassword)
  const passwordHash = await hashPassword(newPassword)
  const token = await transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await refuseChangedPassword(tx, account)
    await signIns.setPassword(tx, account.id, passwordHash)
    await endResetCodes(tx, account.id, now)
    await record(tx, now, me, 'password.changed')
    return changedLogin(deps, tx, now, me, 'password')
  })
  return { token, device: rememberIn(deps.vault, device, { id: account.id, passwordHash }) }
}

export const proofOf = ({ account, from }: Me) => ({ accountId: account.id, from })

/**
 * Refuses if the password was changed, or the account disabled, while the password was checked. Locks the account until the transaction
 * ends.
 */
export async function refuseChangedPassword(tx: Tx, account: { id: string; passwordHash: string }): Promise<void> {
  if (!(await signIns.holdsPassword(tx, account.id, account.passwordHash))) throw wrongPassword()
}

/** After a change of the login: tells the person by email, ends other sessions, and returns a new token for this one. */
export async function changedLogin(deps: Deps, tx: Tx, now: Date, me: Me, alert: Alert): Promise<string> {
  alertAccount(tx, now, me.account, alert)
  await endOthers(tx, now, me)
  return renewed(deps, tx, now, me)
}

/** Records what a person did with their own account. */
export const record = (
  tx: Tx,
  now: Date,
  { account: { id }, from }: Me,
  action: Parameters<typeof recordSecurity>[2]['action'],
  detail?: Readonly<Record<string, unknown>>,
) => recordSecurity(tx, now, { action, accountId: id, mallId: null, subject: id, from, ...(detail && { detail }) })

async function refuseUnproven(tx: Tx, now: Date, me: Me): Promise<void> {
  const session = await own.provenAt(tx, me.sessionId)
  if (!isProven(session?.provenAt ?? null, now)) throw new Refusal('proof_required')
}

/** Returns the session's new token; the old one is void. Refuses with `not_signed_in` if the session has ended. */
async function renewed(deps: Pick<Deps, 'vault'>, tx: Tx, now: Date, me: Me): Promise<string> {
  const token = newCredential(deps.vault, 'account', me.account.id)
  if (!(await own.renewSession(tx, me.sessionId, sha256(token), now))) throw new Refusal('not_signed_in')
  return token
}

async function endOthers(tx: Tx, now: Date, me: Me): Promise<number> {
  const ended = await own.deleteOtherSessions(tx, me.account.id, me.sessionId)
  announceEnded(tx, now, me.account.id, ended)
  return ended.length
}

const announceEnded = (tx: Tx, now: Date, accountId: string, sessionIds: readonly string[]) =>
  announce(tx, now, ...sessionIds.map((sessionId) => ({ kind: 'session.ended' as const, shopId: null, accountId, sessionId })))
