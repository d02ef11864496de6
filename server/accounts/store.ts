import type { Insertable } from 'kysely'
import type { Role } from '#contract/accounts/accounts.ts'
import type { Locale } from '#contract/base/locale.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const accountColumns = [
  'account.id',
  'account.name',
  'account.email',
  'account.role',
  'account.passwordHash',
  'account.disabledAt',
  'account.totpSecret',
  'account.firstPasswordUntil',
] as const

const knownColumns = [...accountColumns, 'account.lastSeenAt', 'account.locale'] as const

/**
 * The enabled account, or else the one that was disabled last. The database folds the case of both sides: its rules differ from those of
 * JavaScript.
 */
export const accountByEmail = (db: Reader, email: string) =>
  db
    .selectFrom('account')
    .select(knownColumns)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .orderBy('disabledAt', (order) => order.desc().nullsFirst())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const accountById = (db: Reader, id: string) => db.selectFrom('account').select(knownColumns).where('id', '=', id).executeTakeFirst()

/** True if another account may have the email of this one, as the index `account_email` says. */
export const isEmailFree = (account: { role: Role; disabledAt: Date | null }): boolean =>
  account.disabledAt !== null && account.role !== 'superadmin'

/** Returns undefined if the email is taken. The email counts as confirmed: its person proved the mailbox, or a manager typed it. */
export const insertAccountOnce = (
  tx: Tx,
  account: { id: string; name: string; email: string; role: Role; passwordHash: string; firstPasswordUntil?: Date; createdAt: Date },
) =>
  tx
    .insertInto('account')
    .values({ ...account, emailConfirmedAt: account.createdAt })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()

export const anyAccountOfRole = (db: Reader, role: Role) =>
  db.selectFrom('account').select('id').where('role', '=', role).where('disabledAt', 'is', null).limit(1).executeTakeFirst()

/** The password counts as given now. Notes that the account was here now and uses this language. */
export async function insertSession(
  tx: Tx,
  session: {
    id: string
    tokenHash: string
    accountId: string
    agent: { browser: string | null; system: string | null }
    now: Date
    expiresAt: Date
    locale: Locale
  },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      tokenHash: session.tokenHash,
      accountId: session.accountId,
      createdAt: session.now,
      lastSeenAt: session.now,
      expiresAt: session.expiresAt,
      browser: session.agent.browser,
      system: session.agent.system,
      provenAt: session.now,
    })
    .execute()
  await tx.updateTable('account').set({ lastSeenAt: session.now, locale: session.locale }).where('id', '=', session.accountId).execute()
}

const noteSeen = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('account').set({ lastSeenAt: now }).where('id', '=', accountId).execute()

/** Undefined if the session has ended or the account is disabled. */
export const liveSession = (db: Reader, tokenHash: string, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.id as sessionId', 'session.lastSeenAt', 'session.createdAt as sessionCreatedAt', ...accountColumns])
    .where('session.tokenHash', '=', tokenHash)
    .where('session.expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    .executeTakeFirst()

export async function touchSession(tx: Tx, session: { id: string; accountId: string }, now: Date, expiresAt: Date): Promise<void> {
  await tx.updateTable('session').set({ lastSeenAt: now, expiresAt }).where('id', '=', session.id).execute()
  await noteSeen(tx, session.accountId, now)
}

export const deleteSession = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await tx.deleteFrom('session').where('id', '=', sessionId).returning('id').executeTakeFirst()) !== undefined

/** Deletes the sessions of an account except this one and the `others` that were used last; returns their ids. */
export const deleteSessionsBeyond = async (
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  others: number,
): Promise<string[]> =>
  (
    await tx
      .deleteFrom('session')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('session')
          .select('id')
          .where('accountId', '=', accountId)
          .where('id', '!=', id)
          .orderBy('lastSeenAt', 'desc')
          .orderBy('createdAt', 'desc')
          .offset(others),
      )
      .returning('id')
      .execute()
  ).map((row) => row.id)

export const deleteOldSessions = (tx: Tx, now: Date) => tx.deleteFrom('session').where('expiresAt', '<', now).execute()

export const livingSessions = async (db: Reader, sessionIds: readonly string[], now: Date): Promise<Set<string>> => {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select('session.id')
    .where('session.id', 'in', sessionIds)
    .where('session.expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export const insertSignUp = (tx: Tx, signUp: Insertable<Tables['signUp']>) => tx.insertInto('signUp').values(signUp).execute()

export const signUpByCode = (db: Reader, codeHash: string, now: Date) =>
  db
    .selectFrom('signUp')
    .select(['id', 'email', 'name', 'passwordHash'])
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Deletes a sign-up and returns its id; undefined if another request was faster. */
export const takeSignUp = (tx: Tx, id: string) => tx.deleteFrom('signUp').where('id', '=', id).returning('id').executeTakeFirst()

export const deleteSignUpsOf = (tx: Tx, email: string) => tx.deleteFrom('signUp').where('email', '=', email).execute()
