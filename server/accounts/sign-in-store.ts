import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** When somebody failed to sign in since then; `whoHash` stands for an email at an address. */
export const failuresSince = async (db: Reader, whoHash: string, since: Date): Promise<Date[]> =>
  (await db.selectFrom('sign_in_failure').select('at').where('who_hash', '=', whoHash).where('at', '>', since).orderBy('at').execute()).map(
    (row) => row.at,
  )

/** Notes a failed sign-in. */
export const insertFailure = (tx: Tx, whoHash: string, at: Date) =>
  tx.insertInto('sign_in_failure').values({ who_hash: whoHash, at }).execute()

/** Forgets the failures of who has signed in now. */
export const deleteFailures = (tx: Tx, whoHash: string) => tx.deleteFrom('sign_in_failure').where('who_hash', '=', whoHash).execute()

export type ChallengeKind = 'totp' | 'totp_enrol' | 'first_password'

/** Opens the second step of a sign-in. */
export const insertChallenge = (
  tx: Tx,
  challenge: {
    id: string
    tokenHash: string
    accountId: string
    kind: ChallengeKind
    sealed: string | null
    createdAt: Date
    expiresAt: Date
  },
) =>
  tx
    .insertInto('auth_challenge')
    .values({
      id: challenge.id,
      token_hash: challenge.tokenHash,
      account_id: challenge.accountId,
      kind: challenge.kind,
      sealed: challenge.sealed,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute()

/** The open second step of a sign-in with its account, locked until the transaction ends. */
export const lockChallenge = (tx: Tx, tokenHash: string, now: Date) =>
  tx
    .selectFrom('auth_challenge')
    .innerJoin('account', 'account.id', 'auth_challenge.account_id')
    .select([
      'auth_challenge.id as challenge_id',
      'auth_challenge.kind',
      'auth_challenge.sealed',
      'auth_challenge.tries',
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.totp_secret',
      'account.totp_last_step',
    ])
    .where('auth_challenge.token_hash', '=', tokenHash)
    .where('auth_challenge.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Counts a wrong try. */
export const countTry = (tx: Tx, challengeId: string) =>
  tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', challengeId)
    .execute()

/** Ends all open second steps of an account. */
export const deleteChallenges = (tx: Tx, accountId: string) => tx.deleteFrom('auth_challenge').where('account_id', '=', accountId).execute()

/** Keeps the second factor, and the time step that was used last. */
export const keepTotp = (tx: Tx, accountId: string, sealedSecret: string, step: number) =>
  tx.updateTable('account').set({ totp_secret: sealedSecret, totp_last_step: step }).where('id', '=', accountId).execute()

/** Takes the second factor off: the next sign-in that asks for one enrols it anew. */
export const dropTotp = (tx: Tx, accountId: string) =>
  tx.updateTable('account').set({ totp_secret: null, totp_last_step: null }).where('id', '=', accountId).execute()

/** Sets a password of the person's own and ends the account's open second steps. */
export async function setPassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash, first_password_until: null }).where('id', '=', accountId).execute()
  await deleteChallenges(tx, accountId)
}

/** Ends every session of an account; answers their ids. */
export const deleteSessionsOf = async (tx: Tx, accountId: string): Promise<string[]> =>
  (await tx.deleteFrom('session').where('account_id', '=', accountId).returning('id').execute()).map((row) => row.id)

/** When reset codes were made for an account since then. */
export const resetCodesSince = async (db: Reader, accountId: string, since: Date): Promise<Date[]> =>
  (
    await db.selectFrom('reset_code').select('created_at').where('account_id', '=', accountId).where('created_at', '>', since).execute()
  ).map((r) => r.created_at)

/** Replaces the live reset code of an account. */
export async function replaceResetCode(
  tx: Tx,
  code: { id: string; accountId: string; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await endResetCode(tx, code.accountId, code.createdAt)
  await tx
    .insertInto('reset_code')
    .values({ id: code.id, account_id: code.accountId, code_hash: code.codeHash, created_at: code.createdAt, expires_at: code.expiresAt })
    .execute()
}

/** Ends the live reset code of an account. */
export const endResetCode = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('reset_code').set({ ended_at: now }).where('account_id', '=', accountId).where('ended_at', 'is', null).execute()

/** The live reset code of an account, locked until the transaction ends. */
export const lockResetCode = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('reset_code')
    .select(['id', 'code_hash', 'tries', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Counts a wrong try at a reset code. */
export const countResetTry = (tx: Tx, id: string) =>
  tx
    .updateTable('reset_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** True where the account may still be entered with this password; holds off whoever changes that until the transaction ends. */
export const holdsPassword = async (tx: Tx, accountId: string, passwordHash: string): Promise<boolean> =>
  (await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Locks an account's row, so that rivals at its codes wait for each other. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Removes what is over. */
export async function deleteOldSignIns(tx: Tx, now: Date, before: Date): Promise<void> {
  await tx.deleteFrom('auth_challenge').where('expires_at', '<', now).execute()
  await tx.deleteFrom('sign_in_failure').where('at', '<', before).execute()
  await tx.deleteFrom('reset_code').where('created_at', '<', before).execute()
}
