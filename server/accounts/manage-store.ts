import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

const columns = ['id', 'name', 'email', 'role', 'disabled_at', 'first_password_until', 'last_seen_at'] as const

/** Accounts by their ids, in no order. */
export const accountsByIds = (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('account').select(columns).where('id', 'in', ids).execute()

/** An account by its id, locked until the transaction ends. */
export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('account').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** An account by its email, case ignored, locked until the transaction ends; none where it is on the other side of the wall. */
export const lockAccountByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', sql<string>`account_with_email(${email})`)
    // it may have been changed while we waited for the lock
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst()

/** Changes the email by which an account signs in; throws a unique violation of `account_email` where it is taken. */
export const setEmail = (tx: Tx, id: string, email: string) => tx.updateTable('account').set({ email }).where('id', '=', id).execute()

/** Disables an account, or enables it again with null. */
export const setDisabled = (tx: Tx, id: string, at: Date | null) =>
  tx.updateTable('account').set({ disabled_at: at }).where('id', '=', id).execute()

/** Gives a password that has to be replaced at the first sign-in, until then. */
export const setFirstPassword = (tx: Tx, id: string, passwordHash: string, until: Date) =>
  tx.updateTable('account').set({ password_hash: passwordHash, first_password_until: until }).where('id', '=', id).execute()

/** Renames an account. */
export const setName = (tx: Tx, id: string, name: string) => tx.updateTable('account').set({ name }).where('id', '=', id).execute()
