import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The columns of an account that "Your account" needs. */
export const accountForProof = (db: Reader, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'role', 'password_hash', 'totp_secret', 'totp_last_step'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockForProof = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account')
    .select(['id', 'email', 'role', 'password_hash', 'totp_secret', 'totp_last_step'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** The live sessions of an account, the last used first. */
export const sessionsOf = (db: Reader, accountId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'browser', 'system', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** When the password was last given in a session; undefined once the session has ended. */
export const provenAt = (db: Reader, sessionId: string) =>
  db.selectFrom('session').select('proven_at').where('id', '=', sessionId).executeTakeFirst()

/** Gives a session a new token and notes that the password was given in it now. Returns false if the session has ended. */
export const renewSession = async (tx: Tx, sessionId: string, tokenHash: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('session')
    .set({ token_hash: tokenHash, proven_at: now })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Ends one session of an account; returns false if the account has no such session. */
export const deleteOwnSession = async (tx: Tx, accountId: string, sessionId: string): Promise<boolean> =>
  (await tx.deleteFrom('session').where('id', '=', sessionId).where('account_id', '=', accountId).returning('id').executeTakeFirst()) !==
  undefined

/** Ends all sessions of an account except one; returns their ids. */
export const deleteOtherSessions = async (tx: Tx, accountId: string, keptId: string): Promise<string[]> =>
  (await tx.deleteFrom('session').where('account_id', '=', accountId).where('id', '!=', keptId).returning('id').execute()).map(
    (row) => row.id,
  )

/** Keeps the second factor that a session is setting up; it replaces an earlier one. Returns false if the session has ended. */
export async function putOffer(tx: Tx, offer: { sessionId: string; sealed: string; expiresAt: Date }): Promise<boolean> {
  const session = await tx.selectFrom('session').select('id').where('id', '=', offer.sessionId).forKeyShare().executeTakeFirst()
  if (!session) return false
  await tx
    .insertInto('second_factor_offer')
    .values({ session_id: offer.sessionId, sealed: offer.sealed, expires_at: offer.expiresAt, tries: 0 })
    .onConflict((oc) => oc.column('session_id').doUpdateSet({ sealed: offer.sealed, expires_at: offer.expiresAt, tries: 0 }))
    .execute()
  return true
}

/** The second factor that a session is setting up, locked until the transaction ends. */
export const lockOffer = (tx: Tx, sessionId: string) =>
  tx.selectFrom('second_factor_offer').selectAll().where('session_id', '=', sessionId).forUpdate().executeTakeFirst()

/** Counts a wrong code. */
export const countOfferTry = (tx: Tx, sessionId: string) =>
  tx
    .updateTable('second_factor_offer')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_id', '=', sessionId)
    .execute()

/** Ends the setup of a second factor. */
export const deleteOffer = (tx: Tx, sessionId: string) => tx.deleteFrom('second_factor_offer').where('session_id', '=', sessionId).execute()

/** Deletes second factors whose setup was not finished in time. */
export const deleteOldOffers = (tx: Tx, now: Date) => tx.deleteFrom('second_factor_offer').where('expires_at', '<', now).execute()
