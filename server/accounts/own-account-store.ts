import type { Reader, Tx } from '#server/db/transaction.ts'

export const accountForProof = (db: Reader, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'role', 'passwordHash', 'totpSecret', 'totpLastStep'])
    .where('id', '=', accountId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

export const lockForProof = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account')
    .select(['id', 'email', 'role', 'passwordHash', 'totpSecret', 'totpLastStep'])
    .where('id', '=', accountId)
    .where('disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Live sessions, the last used first. */
export const sessionsOf = (db: Reader, accountId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'browser', 'system', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()

/** When the password was last given in a session; undefined once the session has ended. */
export const provenAt = (db: Reader, sessionId: string) =>
  db.selectFrom('session').select('provenAt').where('id', '=', sessionId).executeTakeFirst()

/** Also notes that the password was given now. Returns false if the session has ended. */
export const renewSession = async (tx: Tx, sessionId: string, tokenHash: string, now: Date): Promise<boolean> =>
  (await tx.updateTable('session').set({ tokenHash, provenAt: now }).where('id', '=', sessionId).returning('id').executeTakeFirst()) !==
  undefined

/** Returns false if the account has no such session. */
export const deleteOwnSession = async (tx: Tx, accountId: string, sessionId: string): Promise<boolean> =>
  (await tx.deleteFrom('session').where('id', '=', sessionId).where('accountId', '=', accountId).returning('id').executeTakeFirst()) !==
  undefined

export const deleteOtherSessions = async (tx: Tx, accountId: string, keptId: string): Promise<string[]> =>
  (await tx.deleteFrom('session').where('accountId', '=', accountId).where('id', '!=', keptId).returning('id').execute()).map(
    (row) => row.id,
  )

/** An offer is a second factor that a session is setting up. It replaces an earlier one. Returns false if the session has ended. */
export async function putOffer(tx: Tx, offer: { sessionId: string; sealed: string; expiresAt: Date }): Promise<boolean> {
  const session = await tx.selectFrom('session').select('id').where('id', '=', offer.sessionId).forKeyShare().executeTakeFirst()
  if (!session) return false
  await tx
    .insertInto('secondFactorOffer')
    .values({ ...offer, tries: 0 })
    .onConflict((oc) => oc.column('sessionId').doUpdateSet({ sealed: offer.sealed, expiresAt: offer.expiresAt, tries: 0 }))
    .execute()
  return true
}

export const lockOffer = (tx: Tx, sessionId: string) =>
  tx.selectFrom('secondFactorOffer').selectAll().where('sessionId', '=', sessionId).forUpdate().executeTakeFirst()

export const countOfferTry = (tx: Tx, sessionId: string) =>
  tx
    .updateTable('secondFactorOffer')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('sessionId', '=', sessionId)
    .execute()

export const deleteOffer = (tx: Tx, sessionId: string) => tx.deleteFrom('secondFactorOffer').where('sessionId', '=', sessionId).execute()

export const deleteOldOffers = (tx: Tx, now: Date) => tx.deleteFrom('secondFactorOffer').where('expiresAt', '<', now).execute()
