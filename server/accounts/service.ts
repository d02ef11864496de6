import type { Account, Role } from '#contract/accounts/accounts.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { DAY } from '#contract/base/time.ts'
import { type Db, type Reader, type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { sha256 } from '#server/kit/hash.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/outbox/announce.ts'
import { deleteOldOffers } from './own-account-store.ts'
import { sessionEnd, TOUCH_EVERY } from './rules.ts'
import { deleteOldSignIns } from './sign-in-store.ts'
import * as store from './store.ts'

/** The slices that own malls and shops know which tenants the account works for. */
export interface LiveSession {
  sessionId: string
  account: Account
}

const accountOf = ({ id, name, email, role }: Account): Account => ({ id, name, email, role })

export interface UsedSession extends LiveSession {
  beganAt: Date
  lastSeenAt: Date
}

/** Returns null if the token is unknown or the session has ended. */
export async function findSession(db: Reader, token: string, now: Date): Promise<UsedSession | null> {
  const found = await store.liveSession(db, sha256(token), now)
  if (!found) return null
  const { sessionId, sessionCreatedAt: beganAt, lastSeenAt } = found
  return { sessionId, account: accountOf(found), beganAt, lastSeenAt }
}

/** Writes at most once a minute. */
export async function noteUse(db: Db, { sessionId: id, account, beganAt, lastSeenAt }: UsedSession, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() <= TOUCH_EVERY) return
  const end = sessionEnd(account.role, beganAt, now)
  await transaction(db, (tx) => store.touchSession(tx, { id, accountId: account.id }, now, end))
}

/** Ends the session's open sockets too. */
export async function signOut(deps: Deps, session: LiveSession): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await store.deleteSession(tx, session.sessionId))) return
    announce(tx, deps.clock.now(), {
      kind: 'session.ended',
      shopId: null,
      accountId: session.account.id,
      sessionId: session.sessionId,
    })
  })
}

/**
 * Returns null if an account that is not disabled has the email. `passwordHash` comes from `hashPassword`, called before the transaction.
 */
export async function createAccount(
  tx: Tx,
  now: Date,
  account: { id?: string; name: string; email: string; role: Role; passwordHash: string; firstPasswordUntil?: Date },
): Promise<string | null> {
  const made = await store.insertAccountOnce(tx, {
    ...account,
    email: normalEmail(account.email),
    id: account.id ?? newId(),
    createdAt: now,
  })
  return made?.id ?? null
}

/** Deletes sessions, codes and second steps that have ended. */
export const forgetOldSessions = (deps: Deps) =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await store.deleteOldSessions(tx, now)
    await deleteOldOffers(tx, now)
    await deleteOldSignIns(tx, now, new Date(now.getTime() - 2 * DAY))
  })

/** Returns those of these sessions that are still live. This check does not count as using them. */
export const livingSessions = (deps: Deps, sessionIds: readonly string[]): Promise<Set<string>> =>
  store.livingSessions(deps.db, sessionIds, deps.clock.now())
