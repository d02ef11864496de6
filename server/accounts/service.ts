import type { Account, Role } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, newSecret, sha256, verifyPassword } from '../kit/hash.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../outbox/announce.ts'
import { sessionEnd, TOUCH_EVERY } from './rules.ts'
import * as store from './store.ts'

/** A signed-in account and its session; which tenants it works for is the business of the slices that own them. */
export interface LiveSession {
  sessionId: string
  account: Account
}

const accountOf = ({ id, name, email, role }: Account): Account => ({ id, name, email, role })

/**
 * Signs in: answers a new session token, which is kept only as a hash. Refuses with `bad_credentials` alike, and in the same time,
 * for an unknown email, a wrong password and a disabled account.
 */
export async function signIn(deps: Deps, email: string, password: string): Promise<{ token: string; account: Account }> {
  const found = await store.accountByEmail(deps.db, email)
  const right = await verifyPassword(password, found?.password_hash ?? null)
  if (!found || !right || found.disabled_at) throw new Refusal('bad_credentials')
  const token = newSecret()
  const now = deps.clock.now()
  await transaction(deps.db, (tx) =>
    store.insertSession(tx, { id: newId(), tokenHash: sha256(token), accountId: found.id, now, expiresAt: sessionEnd(found.role, now, now) }),
  )
  return { token, account: accountOf(found) }
}

/** Whose session token this is; null where it is unknown or over. Notes its use once a minute. */
export async function findSession(deps: Deps, token: string): Promise<LiveSession | null> {
  const now = deps.clock.now()
  const found = await store.liveSession(deps.db, sha256(token), now)
  if (!found) return null
  if (now.getTime() - found.last_seen_at.getTime() > TOUCH_EVERY) {
    const end = sessionEnd(found.role, found.session_created_at, now)
    await transaction(deps.db, (tx) => store.touchSession(tx, found.session_id, now, end))
  }
  return { sessionId: found.session_id, account: accountOf(found) }
}

/** Ends a session and tells its open sockets. */
export async function signOut(deps: Deps, session: LiveSession): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await store.deleteSession(tx, session.sessionId))) return
    await announce(tx, deps.clock.now(), {
      kind: 'session.ended',
      shopId: null,
      accountId: session.account.id,
      sessionId: session.sessionId,
    })
  })
}

/** Makes an account in the caller's transaction; null where the email is taken. `passwordHash` from `hashPassword`, made before. */
export async function createAccount(
  tx: Tx,
  now: Date,
  account: { id?: string; name: string; email: string; role: Role; passwordHash: string },
): Promise<string | null> {
  const made = await store.insertAccountOnce(tx, { ...account, id: account.id ?? newId(), createdAt: now })
  return made?.id ?? null
}

/** The first super administrator from the operator's settings, if there is none yet. */
export async function ensureSuperAdministrator(deps: Deps, email: string, password: string): Promise<void> {
  if (await store.anyAccountOfRole(deps.db, 'superadmin')) return
  const passwordHash = await hashPassword(password)
  await transaction(deps.db, (tx) => createAccount(tx, deps.clock.now(), { name: 'Super administrator', email, role: 'superadmin', passwordHash }))
}

/** Removes sessions that are over. */
export const forgetOldSessions = (deps: Deps) => transaction(deps.db, (tx) => store.deleteOldSessions(tx, deps.clock.now()))

/** Those of these sessions that still live; looking does not count as using them. */
export const livingSessions = (deps: Deps, sessionIds: readonly string[]): Promise<Set<string>> =>
  store.livingSessions(deps.db, sessionIds, deps.clock.now())
