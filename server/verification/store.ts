import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf } from '#server/db/rows.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** Lets one transaction at a time work on a mobile's codes, so that limits hold under concurrency. */
export const lockMobile = (tx: Tx, mobile: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${mobile}`}, 0))`.execute(tx)

export const codesSince = (db: Reader, mobile: string, since: Date) =>
  db
    .selectFrom('otpCode')
    .select(['createdAt as at', 'addressHash as asker'])
    .where('mobile', '=', mobile)
    .where('createdAt', '>', since)
    .execute()

export const endingCodeOf = (mobile: string, asker: string, now: Date): Statement =>
  sql`update otp_code set ended_at = ${now} where mobile = ${mobile} and address_hash = ${asker} and ended_at is null returning id`

export const addingCode = (code: {
  id: string
  mobile: string
  codeHash: string
  addressHash: string
  createdAt: Date
  expiresAt: Date
}): Statement =>
  sql`insert into otp_code (id, mobile, code_hash, address_hash, created_at, expires_at)
    values (${code.id}, ${code.mobile}, ${code.codeHash}, ${code.addressHash}, ${code.createdAt}, ${code.expiresAt}) returning id`

export const endingCodes = (mobile: string, now: Date): Statement =>
  sql`update otp_code set ended_at = ${now} where mobile = ${mobile} and ended_at is null`

/** The newest first. */
export const liveCodes = (db: Reader, mobile: string, now: Date) =>
  db
    .selectFrom('otpCode')
    .select(['id', 'codeHash', 'addressHash'])
    .where('mobile', '=', mobile)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute()

/**
 * `byAsker` marks tries from the address that had asked for the code. `own` marks those of this address at codes that it had asked for
 * itself.
 */
export const triesSince = (db: Reader, mobile: string, since: Date, addressHash: string) =>
  db
    .selectFrom('otpTry')
    .innerJoin('otpCode', 'otpCode.id', 'otpTry.otpCodeId')
    .select((eb) => [
      'otpTry.otpCodeId as codeId',
      'otpTry.at',
      'otpTry.fromAsker as byAsker',
      eb
        .and([eb('otpTry.fromAsker', '=', true), eb('otpCode.addressHash', '=', addressHash)])
        .$castTo<boolean>()
        .as('own'),
    ])
    .where('otpTry.mobile', '=', mobile)
    .where('otpTry.at', '>', since)
    .execute()

/** Records a wrong try. */
export const insertTry = (tx: Tx, attempt: { mobile: string; codeId: string; fromAsker: boolean; at: Date }) =>
  tx
    .insertInto('otpTry')
    .values({ mobile: attempt.mobile, otpCodeId: attempt.codeId, fromAsker: attempt.fromAsker, at: attempt.at })
    .execute()

export const addingShopper = (session: { tokenHash: string; mobile: string; createdAt: Date; expiresAt: Date }): Statement =>
  sql`insert into shopper_session (token_hash, mobile, created_at, expires_at)
    values (${session.tokenHash}, ${session.mobile}, ${session.createdAt}, ${session.expiresAt})`

export const deleteShopper = (tx: Tx, tokenHash: string) => tx.deleteFrom('shopperSession').where('tokenHash', '=', tokenHash).execute()

export const shoppersBy = (db: Reader, tokenHashes: readonly string[], now: Date) =>
  db
    .selectFrom('shopperSession')
    .select(['tokenHash', 'mobile'])
    .where('tokenHash', '=', anyOf(tokenHashes))
    .where('expiresAt', '>', now)
    .execute()

/** The tries are deleted with their codes. */
export async function deleteOld(tx: Tx, now: Date, codesBefore: Date): Promise<void> {
  await tx.deleteFrom('shopperSession').where('expiresAt', '<', now).execute()
  await tx.deleteFrom('otpCode').where('createdAt', '<', codesBefore).execute()
  await tx.deleteFrom('otpBudget').where('beginsAt', '<', codesBefore).execute()
}

export interface Count {
  scope: string
  span: 'hour' | 'day'
  beginsAt: Date
}

export type SentCount = Pick<Count, 'scope' | 'span'> & { sent: number }

/** Adds one to each count, in the given order, and returns them. The rows stay locked until the transaction ends. */
export const addingToCounts = (counts: readonly Count[]): Statement<SentCount> => {
  const rows: RawBuilder<unknown>[] = counts.map(({ scope, span, beginsAt }) => sql`(${scope}, ${span}, ${beginsAt}::timestamptz, 1)`)
  return sql<SentCount>`insert into otp_budget (scope, span, begins_at, sent) values ${sql.join(rows)}
    on conflict (scope, span, begins_at) do update set sent = otp_budget.sent + 1 returning scope, span, sent`
}
