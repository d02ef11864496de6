import type { Tx } from '#server/db/transaction.ts'

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

/** The account of an open second step of a sign-in; undefined if that step has ended. */
export const accountOfChallenge = (db: Pick<Tx, 'selectFrom'>, tokenHash: string, kind: ChallengeKind, now: Date) =>
  db
    .selectFrom('auth_challenge')
    .innerJoin('account', 'account.id', 'auth_challenge.account_id')
    .select(['account.id', 'account.role'])
    .where('auth_challenge.token_hash', '=', tokenHash)
    .where('auth_challenge.kind', '=', kind)
    .where('auth_challenge.expires_at', '>', now)
    .executeTakeFirst()

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
      'account.password_hash',
      'account.last_seen_at',
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

/** Removes the second factor. The next sign-in that asks for one enrols it again. */
export const dropTotp = (tx: Tx, accountId: string) =>
  tx.updateTable('account').set({ totp_secret: null, totp_last_step: null }).where('id', '=', accountId).execute()

/** Sets a password that the person chose and ends the account's open second steps. */
export async function setPassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('account').set({ password_hash: passwordHash, first_password_until: null }).where('id', '=', accountId).execute()
  await deleteChallenges(tx, accountId)
}

/** Ends every session of an account; returns their ids. */
export const deleteSessionsOf = async (tx: Tx, accountId: string): Promise<string[]> =>
  (await tx.deleteFrom('session').where('account_id', '=', accountId).returning('id').execute()).map((row) => row.id)

/**
 * True if the account is enabled and this is still its password. Locks the account, so that neither can change until the transaction ends.
 */
export const holdsPassword = async (tx: Tx, accountId: string, passwordHash: string): Promise<boolean> =>
  (await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Locks an account's row, so that parallel requests about its codes wait for each other. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()

/** Deletes second steps and sign-ups that have ended, and failures and reset codes from before `before`. */
export async function deleteOldSignIns(tx: Tx, now: Date, before: Date): Promise<void> {
  await tx.deleteFrom('auth_challenge').where('expires_at', '<', now).execute()
  await tx.deleteFrom('sign_in_failure').where('at', '<', before).execute()
  await tx.deleteFrom('reset_code').where('created_at', '<', before).execute()
  await tx.deleteFrom('sign_up').where('expires_at', '<', now).execute()
}
