import type { Role } from '#contract/accounts/accounts.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Returns the times since `since` at which reset codes were made for an account. */
export const resetCodesSince = async (db: Pick<Tx, 'selectFrom'>, accountId: string, since: Date): Promise<Date[]> =>
  (
    await db.selectFrom('reset_code').select('created_at').where('account_id', '=', accountId).where('created_at', '>', since).execute()
  ).map((row) => row.created_at)

/** Adds a reset code. A second insert with the same id fails. */
export const insertResetCode = (tx: Tx, code: { id: string; accountId: string; codeHash: string; createdAt: Date; expiresAt: Date }) =>
  tx
    .insertInto('reset_code')
    .values({ id: code.id, account_id: code.accountId, code_hash: code.codeHash, created_at: code.createdAt, expires_at: code.expiresAt })
    .execute()

/** The account that the reset code with this id was made for, if there is such a code. */
export const resetCodeById = (db: Pick<Tx, 'selectFrom'>, id: string) =>
  db.selectFrom('reset_code').select('account_id').where('id', '=', id).executeTakeFirst()

/** Ends all live reset codes of an account. */
export const endResetCodes = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('reset_code').set({ ended_at: now }).where('account_id', '=', accountId).where('ended_at', 'is', null).execute()

/**
 * Returns the account that this code resets, locked until the transaction ends. Returns undefined if the code has ended or belongs to an
 * account in another role.
 */
export const lockResettable = (tx: Tx, codeHash: string, role: Role, now: Date) =>
  tx
    .selectFrom('reset_code')
    .innerJoin('account', 'account.id', 'reset_code.account_id')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.last_seen_at',
      'account.password_hash',
      'account.totp_secret',
    ])
    .where('reset_code.code_hash', '=', codeHash)
    .where('reset_code.ended_at', 'is', null)
    .where('reset_code.expires_at', '>', now)
    .where('account.role', '=', role)
    .where('account.disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Notes that mail to the account's email reaches its person. */
export const confirmEmail = (tx: Tx, accountId: string, at: Date) =>
  tx.updateTable('account').set({ email_confirmed_at: at }).where('id', '=', accountId).execute()
