import type { Role } from '../../contract/accounts.ts'
import type { Tx } from '../db/transaction.ts'

/** Reading works on the root connection too; writing takes a transaction. */
type Reader = Pick<Tx, 'selectFrom'>

const accountColumns = [
  'account.id',
  'account.name',
  'account.email',
  'account.role',
  'account.password_hash',
  'account.disabled_at',
  'account.totp_secret',
  'account.first_password_until',
] as const

/** The account with this email, case ignored. */
export const accountByEmail = (db: Reader, email: string) =>
  db
    .selectFrom('account')
    .select(accountColumns)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

/** Adds an account; nothing where the email is taken. */
export const insertAccountOnce = (
  tx: Tx,
  account: { id: string; name: string; email: string; role: Role; passwordHash: string; firstPasswordUntil?: Date; createdAt: Date },
) =>
  tx
    .insertInto('account')
    .values({
      id: account.id,
      name: account.name,
      email: account.email,
      role: account.role,
      password_hash: account.passwordHash,
      first_password_until: account.firstPasswordUntil ?? null,
      created_at: account.createdAt,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()

/** The first account of a role, if there is one. */
export const anyAccountOfRole = (db: Reader, role: Role) =>
  db.selectFrom('account').select('id').where('role', '=', role).limit(1).executeTakeFirst()

/** Adds a session; its account was here now. */
export async function insertSession(
  tx: Tx,
  session: { id: string; tokenHash: string; accountId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
  await noteSeen(tx, session.accountId, session.now)
}

const noteSeen = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('account').set({ last_seen_at: now }).where('id', '=', accountId).execute()

/** The live session of a token hash with its account; nothing once it is over or the account is disabled. */
export const liveSession = (db: Reader, tokenHash: string, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.id as session_id', 'session.last_seen_at', 'session.created_at as session_created_at', ...accountColumns])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()

/** Notes that a session was used, and until when it lives now; its account was here now. */
export async function touchSession(tx: Tx, session: { id: string; accountId: string }, now: Date, expiresAt: Date): Promise<void> {
  await tx.updateTable('session').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', session.id).execute()
  await noteSeen(tx, session.accountId, now)
}

/** Removes one session; true where it was there. */
export const deleteSession = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await tx.deleteFrom('session').where('id', '=', sessionId).returning('id').executeTakeFirst()) !== undefined

/** Removes sessions that are over. */
export const deleteOldSessions = (tx: Tx, now: Date) => tx.deleteFrom('session').where('expires_at', '<', now).execute()

/** Those of these sessions that still live. */
export const livingSessions = async (db: Reader, sessionIds: readonly string[], now: Date): Promise<Set<string>> => {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}
