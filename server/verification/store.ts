import { sql } from 'kysely'
import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Lets one transaction at a time work on a mobile's codes, so that limits hold under concurrency. Ends with the transaction. */
export const lockMobile = (tx: Tx, mobile: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${mobile}`}, 0))`.execute(tx)

/** The times of the codes that were made for a mobile after `since`, with their askers. */
export const codesSince = (db: Reader, mobile: string, since: Date) =>
  db
    .selectFrom('otp_code')
    .select(['created_at as at', 'address_hash as asker'])
    .where('mobile', '=', mobile)
    .where('created_at', '>', since)
    .execute()

/** Ends the live code of a mobile and asker, if there is one. */
export const endCodeOf = (tx: Tx, mobile: string, asker: string, now: Date) =>
  tx
    .updateTable('otp_code')
    .set({ ended_at: now })
    .where('mobile', '=', mobile)
    .where('address_hash', '=', asker)
    .where('ended_at', 'is', null)
    .execute()

/** Ends every live code of a mobile: it has been proved. */
export const endCodes = (tx: Tx, mobile: string, now: Date) =>
  tx.updateTable('otp_code').set({ ended_at: now }).where('mobile', '=', mobile).where('ended_at', 'is', null).execute()

/** Adds the live code of a mobile and asker. */
export const insertCode = (
  tx: Tx,
  code: { id: string; mobile: string; codeHash: string; addressHash: string; createdAt: Date; expiresAt: Date },
) =>
  tx
    .insertInto('otp_code')
    .values({
      id: code.id,
      mobile: code.mobile,
      code_hash: code.codeHash,
      address_hash: code.addressHash,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute()

/** The live codes of a mobile, newest first. */
export const liveCodes = (db: Reader, mobile: string, now: Date) =>
  db
    .selectFrom('otp_code')
    .select(['id', 'code_hash', 'address_hash'])
    .where('mobile', '=', mobile)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()

/**
 * Wrong tries at a mobile after `since`. `byAsker` marks those from the address that had asked for the code. `own` marks those that this
 * address made at codes that it had asked for itself.
 */
export const triesSince = (db: Reader, mobile: string, since: Date, addressHash: string) =>
  db
    .selectFrom('otp_try')
    .innerJoin('otp_code', 'otp_code.id', 'otp_try.otp_code_id')
    .select((eb) => [
      'otp_try.otp_code_id as codeId',
      'otp_try.at',
      'otp_try.from_asker as byAsker',
      eb
        .and([eb('otp_try.from_asker', '=', true), eb('otp_code.address_hash', '=', addressHash)])
        .$castTo<boolean>()
        .as('own'),
    ])
    .where('otp_try.mobile', '=', mobile)
    .where('otp_try.at', '>', since)
    .execute()

/** Records a wrong try. */
export const insertTry = (tx: Tx, attempt: { mobile: string; codeId: string; fromAsker: boolean; at: Date }) =>
  tx
    .insertInto('otp_try')
    .values({ mobile: attempt.mobile, otp_code_id: attempt.codeId, from_asker: attempt.fromAsker, at: attempt.at })
    .execute()

/** Adds a shopper's session. */
export const insertShopper = (tx: Tx, session: { tokenHash: string; mobile: string; createdAt: Date; expiresAt: Date }) =>
  tx
    .insertInto('shopper_session')
    .values({ token_hash: session.tokenHash, mobile: session.mobile, created_at: session.createdAt, expires_at: session.expiresAt })
    .execute()

/** Ends a shopper's session. */
export const deleteShopper = (tx: Tx, tokenHash: string) => tx.deleteFrom('shopper_session').where('token_hash', '=', tokenHash).execute()

/** The mobiles of these live shopper sessions. */
export const shoppersBy = (db: Reader, tokenHashes: readonly string[], now: Date) =>
  db
    .selectFrom('shopper_session')
    .select(['token_hash', 'mobile'])
    .where('token_hash', 'in', tokenHashes)
    .where('expires_at', '>', now)
    .execute()

/** Deletes expired sessions, and the codes (with their tries) and budget counts from before `codesBefore`. */
export async function deleteOld(tx: Tx, now: Date, codesBefore: Date): Promise<void> {
  await tx.deleteFrom('shopper_session').where('expires_at', '<', now).execute()
  await tx.deleteFrom('otp_code').where('created_at', '<', codesBefore).execute()
  await tx.deleteFrom('otp_budget').where('begins_at', '<', codesBefore).execute()
}
