import type { Account, Role, SignedIn } from '#contract/accounts/accounts.ts'
import { normalEmail } from '#contract/base/checks.ts'
import { Refusal } from '#contract/base/errors.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { alertAccount } from './alerts.ts'
import * as store from './manage-store.ts'
import { endSessions } from './reset-password.ts'
import * as resets from './reset-store.ts'
import { FIRST_PASSWORD_LIFE } from './rules.ts'
import { createAccount } from './service.ts'
import * as signIns from './sign-in-store.ts'
import { isEmailFree } from './store.ts'

/** What the stories of malls and shops do with accounts, each in the caller's transaction. */

export interface ManagedAccount extends Account {
  disabled: boolean
  /** The one-use first password has not been replaced yet. */
  firstPasswordPending: boolean
  lastSeenAt: Date | null
  hasSecondFactor: boolean
  createdAt: Date
  /** The person has proved, or a manager vouches, that mail to this email reaches the account's person. */
  emailConfirmed: boolean
}

type Row = NonNullable<Awaited<ReturnType<typeof store.lockAccount>>>

const managedOf = (row: Row): ManagedAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  disabled: row.disabledAt !== null,
  firstPasswordPending: row.firstPasswordUntil !== null,
  lastSeenAt: row.lastSeenAt,
  hasSecondFactor: row.hasSecondFactor,
  createdAt: row.createdAt,
  emailConfirmed: row.emailConfirmedAt !== null,
})

export const accountsByIds = async (db: Reader, ids: readonly string[]): Promise<Map<string, ManagedAccount>> =>
  new Map((await store.accountsByIds(db, [...new Set(ids)])).map((row) => [row.id, managedOf(row)]))

/** A disabled account is returned only if no other account has the email. The lock keeps it unchanged while the caller decides about it. */
export async function lockAccountByEmail(tx: Tx, email: string): Promise<ManagedAccount | null> {
  const row = await store.lockAccountByEmail(tx, email)
  return row ? managedOf(row) : null
}

const EMAIL_MOVED = 'The email of this account now belongs to another account. Please add the person again with another email.'

export const emailTaken = (): Refusal => new Refusal('email_taken', { fields: { email: 'An account with this email already exists.' } })

/** `firstUse` is true if the person must replace it at the first sign-in. */
export interface NewPassword {
  hash: string
  firstUse: boolean
}

/** Refuses with `email_taken`. */
export async function openAccount(
  tx: Tx,
  now: Date,
  account: { name: string; email: string; role: Role; password: NewPassword },
): Promise<string> {
  const { name, email, role, password } = account
  const until = password.firstUse ? { firstPasswordUntil: new Date(now.getTime() + FIRST_PASSWORD_LIFE) } : {}
  const id = await createAccount(tx, now, { name, email, role, passwordHash: password.hash, ...until })
  if (id === null) throw emailTaken()
  return id
}

/** Ends the sessions, second steps and reset codes of the old password. */
export async function setPassword(tx: Tx, now: Date, accountId: string, password: NewPassword): Promise<void> {
  await signIns.setPassword(tx, accountId, password.hash)
  if (password.firstUse) await store.setFirstPassword(tx, accountId, password.hash, new Date(now.getTime() + FIRST_PASSWORD_LIFE))
  await resets.endResetCodes(tx, accountId, now)
  await endSessions(tx, accountId, now)
  const account = await store.lockAccount(tx, accountId)
  if (account) alertAccount(tx, now, account, 'password')
}

/**
 * A value that is null or unchanged stays. A change ends the account's sessions, sockets and open reset codes, and the account is told by
 * email. Returns which of the two changed. Refuses with `email_taken`, and with `forbidden` if the account now has a place that the caller
 * does not see.
 */
export async function changeLogin(
  tx: Tx,
  now: Date,
  accountId: string,
  to: { email: string | null; passwordHash: string | null; by: SignedIn },
): Promise<('email' | 'password')[]> {
  const account = await store.lockAccount(tx, accountId)
  // Its owner was given another mall, or its person another shop, since the caller was looked up: the wall now hides the row.
  if (!account) throw new Refusal('forbidden')
  const changed: ('email' | 'password')[] = []
  if (to.email !== null && normalEmail(to.email) !== normalEmail(account.email)) {
    const other = await store.lockAccountByEmail(tx, to.email)
    if (other && other.id !== accountId && !isEmailFree(other)) throw emailTaken()
    // An email that the account's own person typed is not confirmed: it may belong to another person.
    const confirmed = to.by.account.id === accountId ? null : now
    alertAccount(tx, now, account, 'password')
    await store.setEmail(tx, accountId, to.email, confirmed).catch((error: unknown) => {
      throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
    })
    changed.push('email')
  }
  if (to.passwordHash !== null) {
    await setPassword(tx, now, accountId, { hash: to.passwordHash, firstUse: false })
    changed.push('password')
  } else if (changed.length > 0) {
    await signIns.deleteChallenges(tx, accountId)
    await resets.endResetCodes(tx, accountId, now)
    await endSessions(tx, accountId, now)
  }
  return changed
}

/** Sessions, sockets, second steps and reset codes end at once. The record stays. */
export async function disableAccount(tx: Tx, now: Date, accountId: string): Promise<void> {
  await store.setDisabled(tx, accountId, now)
  await signIns.deleteChallenges(tx, accountId)
  await resets.endResetCodes(tx, accountId, now)
  await endSessions(tx, accountId, now)
}

/**
 * For a person who has lost the second factor. Ends the sessions and sockets, and tells the person by mail. Refuses with
 * `second_factor_off`.
 */
export async function removeSecondFactorOf(tx: Tx, now: Date, accountId: string): Promise<void> {
  const account = await store.lockAccount(tx, accountId)
  if (!account?.hasSecondFactor) throw new Refusal('second_factor_off')
  await signIns.dropTotp(tx, accountId)
  await signIns.deleteChallenges(tx, accountId)
  await endSessions(tx, accountId, now)
  alertAccount(tx, now, account, 'factor')
}

export const endSessionsOf = (tx: Tx, now: Date, accountId: string) => endSessions(tx, accountId, now)

export const renameAccount = (tx: Tx, accountId: string, name: string) => store.setName(tx, accountId, name)

/** The account keeps its password. Refuses with `email_taken` if another account has its email now. */
export async function enableAccount(tx: Tx, accountId: string): Promise<void> {
  await store.setDisabled(tx, accountId, null).catch((error: unknown) => {
    throw isUniqueViolation(error, 'account_email') ? new Refusal('email_taken', { sentence: EMAIL_MOVED }) : error
  })
}
