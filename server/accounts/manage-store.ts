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

/** In no particular order. */
export const accountsByIds = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('account').select(columns).where('id', '=', anyOf(ids)).execute()

export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('account').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Case is ignored; undefined if the account is on the other side of the wall. */
export const lockAccountByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', sql<string>`account_with_email(${email})`)
    // the email may have changed while we waited for the lock
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .forUpdate()
    .executeTakeFirst()

/** `confirmedAt` is null for an unconfirmed email. Throws a unique violation of `account_email` if the email is taken. */
export const setEmail = (tx: Tx, id: string, email: string, confirmedAt: Date | null) =>
  tx.updateTable('account').set({ email, emailConfirmedAt: confirmedAt }).where('id', '=', id).execute()

/** Null enables the account again. */
export const setDisabled = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('account').set({ disabledAt: at }).where('id', '=', id).execute()

export const setFirstPassword = (tx: Tx, id: string, passwordHash: string, until: Date) =>
  tx.updateTable('account').set({ passwordHash, firstPasswordUntil: until }).where('id', '=', id).execute()

export const setName = (tx: Tx, id: string, name: string) => tx.updateTable('account').set({ name }).where('id', '=', id).execute()
