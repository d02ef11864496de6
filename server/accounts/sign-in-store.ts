import type { Reader, Tx } from '#server/db/transaction.ts'

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
) => tx.insertInto('authChallenge').values(challenge).execute()

export const accountOfChallenge = (db: Reader, tokenHash: string, kind: ChallengeKind, now: Date) =>
  db
    .selectFrom('authChallenge')
    .innerJoin('account', 'account.id', 'authChallenge.accountId')
    .select(['account.id', 'account.role'])
    .where('authChallenge.tokenHash', '=', tokenHash)
    .where('authChallenge.kind', '=', kind)
    .where('authChallenge.expiresAt', '>', now)
    .executeTakeFirst()

export const lockChallenge = (tx: Tx, tokenHash: string, now: Date) =>
  tx
    .selectFrom('authChallenge')
    .innerJoin('account', 'account.id', 'authChallenge.accountId')
    .select([
      'authChallenge.id as challengeId',
      'authChallenge.kind',
      'authChallenge.sealed',
      'authChallenge.tries',
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.totpSecret',
      'account.totpLastStep',
      'account.passwordHash',
      'account.lastSeenAt',
    ])
    .where('authChallenge.tokenHash', '=', tokenHash)
    .where('authChallenge.expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const countTry = (tx: Tx, challengeId: string) =>
  tx
    .updateTable('authChallenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', challengeId)
    .execute()

export const deleteChallenges = (tx: Tx, accountId: string) => tx.deleteFrom('authChallenge').where('accountId', '=', accountId).execute()

/** `step` is the time step that was used last. */
export const keepTotp = (tx: Tx, accountId: string, sealedSecret: string, step: number) =>
  tx.updateTable('account').set({ totpSecret: sealedSecret, totpLastStep: step }).where('id', '=', accountId).execute()

/** The next sign-in that asks for a second factor enrols it again. */
export const dropTotp = (tx: Tx, accountId: string) =>
  tx.updateTable('account').set({ totpSecret: null, totpLastStep: null }).where('id', '=', accountId).execute()

/** For a password that the person chose. Ends the account's open second steps. */
export async function setPassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('account').set({ passwordHash, firstPasswordUntil: null }).where('id', '=', accountId).execute()
  await deleteChallenges(tx, accountId)
}

export const deleteSessionsOf = async (tx: Tx, accountId: string): Promise<string[]> =>
  (await tx.deleteFrom('session').where('accountId', '=', accountId).returning('id').execute()).map((row) => row.id)

/**
 * True if the account is enabled and this is still its password. Locks the account, so that neither can change until the transaction ends.
 */
export const holdsPassword = async (tx: Tx, accountId: string, passwordHash: string): Promise<boolean> =>
  (await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Locks an account's row, so that parallel requests about its codes wait for each other. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()

export async function deleteOldSignIns(tx: Tx, now: Date, before: Date): Promise<void> {
  await tx.deleteFrom('authChallenge').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('signInFailure').where('at', '<', before).execute()
  await tx.deleteFrom('resetCode').where('createdAt', '<', before).execute()
  await tx.deleteFrom('signUp').where('expiresAt', '<', now).execute()
}
