import { sql } from 'kysely'
import type { Reader, Tx } from '#server/db/transaction.ts'

export interface TryRow {
  key: string
  at: Date
  pending: boolean
}

/** Lock keys in the same order everywhere, to avoid deadlocks. */
export const lockKeys = (tx: Tx, keys: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('try:' || key, 0)) from unnest(${[...keys]}::text[]) as key`.execute(tx)

export const triesSince = (db: Reader, keys: readonly string[], since: Date): Promise<TryRow[]> =>
  db.selectFrom('signInFailure').select(['whoHash as key', 'at', 'pending']).where('whoHash', 'in', keys).where('at', '>', since).execute()

export const insertTries = async (tx: Tx, keys: readonly string[], at: Date, pending: boolean): Promise<number[]> =>
  (
    await tx
      .insertInto('signInFailure')
      .values(keys.map((key) => ({ whoHash: key, at, pending })))
      .returning('id')
      .execute()
  ).map((row) => row.id)

/** Notes that these tries were wrong. */
export const settleTries = (tx: Tx, ids: readonly number[]) =>
  tx.updateTable('signInFailure').set({ pending: false }).where('id', 'in', ids).execute()

export const deleteTries = (tx: Tx, ids: readonly number[]) => tx.deleteFrom('signInFailure').where('id', 'in', ids).execute()

/** Tries that are being judged stay. */
export const forgetFailures = (tx: Tx, keys: readonly string[]) =>
  tx.deleteFrom('signInFailure').where('whoHash', 'in', keys).where('pending', '=', false).execute()
