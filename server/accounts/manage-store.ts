import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

const columns = [
  'id',
  'name',
  'email',
  'role',
  'disabledAt',
  'firstPasswordUntil',
  'lastSeenAt',
  'hasSecondFactor',
  'createdAt',
  'emailConfirmedAt',
] as const

/** Returns accounts by their ids, in no particular order. */
export const accountsByIds = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('account').select(columns).where('id', '=', anyOf(ids)).execute()

/** An account by its id, locked until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('account').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns an account by its email (case ignored), locked until the transaction ends; undefined if it is on the other side of the wall. */
export const lockAccountByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', sql<string>`account_with_email(${email})`)
    // the email may have changed while we waited for the lock
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .forUpdate()
    .executeTakeFirst()

/**
 * Changes the email by which an account signs in. `confirmedAt` is null for an unconfirmed email. Throws a unique violation of
 * `account_email` if it is taken.
 */
export const setEmail = (tx: Tx, id: string, email: string, confirmedAt: Date | null) =>
  tx.updateTable('account').set({ email, emailConfirmedAt: confirmedAt }).where('id', '=', id).execute()

/** Disables an account; null enables it again. */
export const setDisabled = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('account').set({ disabledAt: at }).where('id', '=', id).execute()

/** Sets a first password, valid until `until`. It must be replaced at the first sign-in. */
export const setFirstPassword = (tx: Tx, id: string, passwordHash: string, until: Date) =>
  tx.updateTable('account').set({ passwordHash, firstPasswordUntil: until }).where('id', '=', id).execute()

export const setName = (tx: Tx, id: string, name: string) => tx.updateTable('account').set({ name }).where('id', '=', id).execute()
