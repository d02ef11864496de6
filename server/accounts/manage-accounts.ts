import type { Account, Role } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { Tx } from '../db/transaction.ts'
import * as store from './manage-store.ts'
import { endSessions } from './reset-password.ts'
import { FIRST_PASSWORD_LIFE } from './rules.ts'
import { createAccount } from './service.ts'
import * as signIns from './sign-in-store.ts'

/** What the stories of malls and shops do with accounts, each in the caller's transaction. */

/** An account as those see it who manage it. */
export interface ManagedAccount extends Account {
  disabled: boolean
  /** The one-use first password has not been replaced yet. */
  firstPasswordPending: boolean
  lastSeenAt: Date | null
}

type Row = NonNullable<Awaited<ReturnType<typeof store.lockAccount>>>

const managedOf = (row: Row): ManagedAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  disabled: row.disabled_at !== null,
  firstPasswordPending: row.first_password_until !== null,
  lastSeenAt: row.last_seen_at,
})

/** Accounts by their ids. */
export const accountsByIds = async (db: Pick<Tx, 'selectFrom'>, ids: readonly string[]): Promise<Map<string, ManagedAccount>> =>
  new Map((await store.accountsByIds(db, [...new Set(ids)])).map((row) => [row.id, managedOf(row)]))

/** The account with this email, or null; locked, so that what is decided about it holds. */
export async function lockAccountByEmail(tx: Tx, email: string): Promise<ManagedAccount | null> {
  const row = await store.lockAccountByEmail(tx, email)
  return row ? managedOf(row) : null
}

/** The refusal of an email that is another account's. */
export const emailTaken = (): Refusal => new Refusal('email_taken', { fields: { email: 'There is an account with this email already.' } })

/** A password as it is kept: its hash, and whether the person has to replace it at the first sign-in. */
export interface NewPassword {
  hash: string
  firstUse: boolean
}

/** Makes an account; refuses with `email_taken`. */
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

/** Lets a removed account come back under a new password. */
export async function bringBack(tx: Tx, now: Date, accountId: string, as: { name: string; password: NewPassword }): Promise<void> {
  await store.setName(tx, accountId, as.name)
  await store.setDisabled(tx, accountId, null)
  await setPassword(tx, now, accountId, as.password)
}

/** Gives an account a password and ends whatever was entered with the old one. */
export async function setPassword(tx: Tx, now: Date, accountId: string, password: NewPassword): Promise<void> {
  await signIns.setPassword(tx, accountId, password.hash)
  if (password.firstUse) await store.setFirstPassword(tx, accountId, password.hash, new Date(now.getTime() + FIRST_PASSWORD_LIFE))
  await signIns.endResetCode(tx, accountId, now)
  await endSessions(tx, accountId, now)
}

/**
 * Changes an account's email, password or both; what is absent (null) or as it was stays. A change ends its sessions, sockets and open
 * reset codes. Answers which of the two changed. Refuses with `email_taken`.
 */
export async function changeLogin(
  tx: Tx,
  now: Date,
  accountId: string,
  to: { email: string | null; passwordHash: string | null },
): Promise<('email' | 'password')[]> {
  const account = await store.lockAccount(tx, accountId)
  if (!account) throw new Refusal('staff_not_found')
  const changed: ('email' | 'password')[] = []
  if (to.email !== null && to.email.toLowerCase() !== account.email.toLowerCase()) {
    const other = await store.lockAccountByEmail(tx, to.email)
    if (other && other.id !== accountId) throw emailTaken()
    await store.setEmail(tx, accountId, to.email).catch((error: unknown) => {
      throw isUniqueViolation(error, 'account_email') ? emailTaken() : error
    })
    changed.push('email')
  }
  if (to.passwordHash !== null) {
    await setPassword(tx, now, accountId, { hash: to.passwordHash, firstUse: false })
    changed.push('password')
  } else if (changed.length > 0) {
    await signIns.deleteChallenges(tx, accountId)
    await signIns.endResetCode(tx, accountId, now)
    await endSessions(tx, accountId, now)
  }
  return changed
}

/** Shuts an account out: its sessions, sockets and second steps end at once. The account stays on record. */
export async function disableAccount(tx: Tx, now: Date, accountId: string): Promise<void> {
  await store.setDisabled(tx, accountId, now)
  await signIns.deleteChallenges(tx, accountId)
  await signIns.endResetCode(tx, accountId, now)
  await endSessions(tx, accountId, now)
}

/** Ends every session and socket of an account, which stays as it is. */
export const endSessionsOf = (tx: Tx, now: Date, accountId: string) => endSessions(tx, accountId, now)

/** Lets a disabled account in again, with the password it had. */
export const enableAccount = (tx: Tx, accountId: string) => store.setDisabled(tx, accountId, null)
