import { type Selectable, sql } from 'kysely'
import type { Statement } from '../db/at-once.ts'
import { insertion, rowsAsTable } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A shop's receipts of a financial year, numbered 1, 2, 3 … */
export interface Series {
  shopId: string
  mallId: string
  financialYear: string
}

/** What a series says once serials were taken from it. */
interface Taken {
  shop_id: string
  financial_year: string
  last_serial: number
}

/**
 * The statement that takes the next serials of several series, `many` of each; `firstsOf` reads what it returns. Gapless: the rows stay
 * locked until the transaction ends, and a rollback gives the serials back. Name each series once, in the order of the shops' ids, so
 * that no two groups wait for each other.
 */
export function takingSerials(wanted: readonly (Series & { many: number })[]): Statement<Taken> {
  const rows = rowsAsTable(
    'receipt_series',
    wanted.map((w) => ({ shop_id: w.shopId, financial_year: w.financialYear, mall_id: w.mallId, last_serial: w.many })),
  )
  return sql<Taken>`
    insert into receipt_series (shop_id, financial_year, mall_id, last_serial)
    select shop_id, financial_year, mall_id, last_serial from ${rows}
    on conflict (shop_id, financial_year) do update set last_serial = receipt_series.last_serial + excluded.last_serial
    returning shop_id, financial_year, last_serial`
}

/** The first serial taken of each series, in the order asked. */
export function firstsOf(wanted: readonly (Series & { many: number })[], taken: readonly Taken[]): number[] {
  const last = new Map(taken.map((row) => [`${row.shop_id} ${row.financial_year}`, row.last_serial]))
  return wanted.map(({ shopId, financialYear, many }) => (last.get(`${shopId} ${financialYear}`) ?? Number.NaN) - many + 1)
}

/** The statement that adds receipts. */
export const addingReceipts = (receipts: readonly Selectable<Tables['receipt']>[]): Statement => insertion('receipt', receipts)

/** A receipt by its id, with the state of its payment. */
export const receiptById = (db: Reader, id: string) =>
  db
    .selectFrom('receipt')
    .innerJoin('payment', 'payment.id', 'receipt.payment_id')
    .selectAll('receipt')
    .select('payment.state as payment_state')
    .where('receipt.id', '=', id)
    .executeTakeFirst()

/** The id of a payment's receipt. */
export const receiptIdOf = async (db: Reader, paymentId: string): Promise<string | null> =>
  (await db.selectFrom('receipt').select('id').where('payment_id', '=', paymentId).executeTakeFirst())?.id ?? null

/** The ids of the receipts of payments, by payment. */
export async function receiptIdsOf(db: Reader, paymentIds: readonly string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.selectFrom('receipt').select(['id', 'payment_id']).where('payment_id', 'in', paymentIds).execute()
  return new Map(rows.map((row) => [row.payment_id, row.id]))
}
