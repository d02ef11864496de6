import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Lets one transaction at a time work on a mobile's codes, so that limits hold under rivals. Ends with the transaction. */
export const lockMobile = (tx: Tx, mobile: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${mobile}`}, 0))`.execute(tx)

/** When codes were made for a mobile since then. */
export const codesSince = async (db: Reader, mobile: string, since: Date): Promise<Date[]> =>
  (await db.selectFrom('otp_code').select('created_at').where('mobile', '=', mobile).where('created_at', '>', since).execute()).map(
    (r) => r.created_at,
  )

/** Ends the live code of a mobile, if there is one. */
export const endCode = (tx: Tx, mobile: string, now: Date) =>
  tx.updateTable('otp_code').set({ ended_at: now }).where('mobile', '=', mobile).where('ended_at', 'is', null).execute()

/** Adds the live code of a mobile. */
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

/** The code of a mobile that has not ended, expired or not. */
export const liveCode = (db: Reader, mobile: string) =>
  db
    .selectFrom('otp_code')
    .select(['id', 'code_hash', 'address_hash', 'expires_at'])
    .where('mobile', '=', mobile)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/**
 * Wrong tries at a mobile since then. `fromAsker` are those that this address made at codes it had asked for itself: what a stranger
 * does with codes of his own asking is never counted against the mobile's owner.
 */
export const triesSince = (db: Reader, mobile: string, since: Date, addressHash: string) =>
  db
    .selectFrom('otp_try')
    .innerJoin('otp_code', 'otp_code.id', 'otp_try.otp_code_id')
    .select((eb) => [
      'otp_try.otp_code_id as codeId',
      'otp_try.at',
      eb
        .and([eb('otp_try.from_asker', '=', true), eb('otp_code.address_hash', '=', addressHash)])
        .$castTo<boolean>()
        .as('fromAsker'),
    ])
    .where('otp_try.mobile', '=', mobile)
    .where('otp_try.at', '>', since)
    .execute()

/** Notes a wrong try. */
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

/** The mobiles of these live shopper sessions. */
export const shoppersBy = (db: Reader, tokenHashes: readonly string[], now: Date) =>
  db
    .selectFrom('shopper_session')
    .select(['token_hash', 'mobile'])
    .where('token_hash', 'in', tokenHashes)
    .where('expires_at', '>', now)
    .execute()

/** Removes what is over: sessions, and codes of more than a day ago with their tries. */
export async function deleteOld(tx: Tx, now: Date, codesBefore: Date): Promise<void> {
  await tx.deleteFrom('shopper_session').where('expires_at', '<', now).execute()
  await tx.deleteFrom('otp_code').where('created_at', '<', codesBefore).execute()
}
