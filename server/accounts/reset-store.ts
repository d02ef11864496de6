import type { Role } from '#contract/accounts/accounts.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

export const resetCodesSince = async (db: Reader, accountId: string, since: Date): Promise<Date[]> =>
  (await db.selectFrom('resetCode').select('createdAt').where('accountId', '=', accountId).where('createdAt', '>', since).execute()).map(
    (row) => row.createdAt,
  )

/** A second insert with the same id fails. */
export const insertResetCode = (tx: Tx, code: { id: string; accountId: string; codeHash: string; createdAt: Date; expiresAt: Date }) =>
  tx.insertInto('resetCode').values(code).execute()

export const resetCodeById = (db: Reader, id: string) =>
  db.selectFrom('resetCode').select('accountId').where('id', '=', id).executeTakeFirst()

export const endResetCodes = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('resetCode').set({ endedAt: now }).where('accountId', '=', accountId).where('endedAt', 'is', null).execute()

/** The account that this code resets; undefined if the code has ended or belongs to an account in another role. */
export const lockResettable = (tx: Tx, codeHash: string, role: Role, now: Date) =>
  tx
    .selectFrom('resetCode')
    .innerJoin('account', 'account.id', 'resetCode.accountId')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.lastSeenAt',
      'account.passwordHash',
      'account.totpSecret',
    ])
    .where('resetCode.codeHash', '=', codeHash)
    .where('resetCode.endedAt', 'is', null)
    .where('resetCode.expiresAt', '>', now)
    .where('account.role', '=', role)
    .where('account.disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Notes that mail to the account's email reaches its person. */
export const confirmEmail = (tx: Tx, accountId: string, at: Date) =>
  tx.updateTable('account').set({ emailConfirmedAt: at }).where('id', '=', accountId).execute()
