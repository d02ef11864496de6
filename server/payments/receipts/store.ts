import { type Selectable, sql } from 'kysely'
import type { Statement } from '#server/db/at-once.ts'
import { anyOf, insertion, rowsAsTable } from '#server/db/rows.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'

/** A shop's receipts of a seller and a financial year. */
export interface Series {
  shopId: string
  mallId: string
  financialYear: string
  /** The GSTIN, or the mall's id if it has none. */
  seller: string
}

interface Taken {
  shopId: string
  financialYear: string
  lastSerial: number
}

/**
 * Takes the next serials of several series, `many` of each; `firstsOf` reads the result. Gapless: the rows stay locked until the
 * transaction ends, and a rollback returns the serials. If the seller has changed since the last receipt, the serials continue where this
 * seller's receipts ended. Pass each shop and year only once, in the order of the shops' ids, so that two batches cannot deadlock.
 */
export function takingSerials(wanted: readonly (Series & { many: number })[]): Statement<Taken> {
  const rows = rowsAsTable(
    'receiptSeries',
    wanted.map((w) => ({ shopId: w.shopId, financialYear: w.financialYear, mallId: w.mallId, seller: w.seller, lastSerial: w.many })),
  )
  return sql<Taken>`
    insert into receipt_series as s (shop_id, financial_year, mall_id, seller, last_serial)
    select shop_id, financial_year, mall_id, seller, last_serial from ${rows}
    on conflict (shop_id, financial_year) do update set seller = excluded.seller, last_serial = excluded.last_serial + case
      when s.seller = excluded.seller then s.last_serial
      else coalesce((select max(r.serial) from receipt r where r.shop_id = s.shop_id and r.financial_year = s.financial_year
        and r.seller = excluded.seller), 0) end
    returning shop_id, financial_year, last_serial`
}

/** The first serial of each series, in the order of `wanted`. */
export function firstsOf(wanted: readonly (Series & { many: number })[], taken: readonly Taken[]): number[] {
  const last = new Map(taken.map((row) => [`${row.shopId} ${row.financialYear}`, row.lastSerial]))
  return wanted.map(({ shopId, financialYear, many }) => (last.get(`${shopId} ${financialYear}`) ?? Number.NaN) - many + 1)
}

export const addingReceipts = (receipts: readonly Selectable<Tables['receipt']>[]): Statement => insertion('receipt', receipts)

type ReceiptRow = Selectable<Tables['receipt']>

export type StoredReceipt = ReceiptRow & { paymentState: Selectable<Tables['payment']>['state'] }
/** A paper for a refund. */
export type StoredNote = Selectable<Tables['creditNote']>

const receipts = (db: Reader) =>
  db
    .selectFrom('receipt')
    .innerJoin('payment', 'payment.id', 'receipt.paymentId')
    .selectAll('receipt')
    .select('payment.state as paymentState')

export const receiptById = (db: Reader, id: string): Promise<StoredReceipt | undefined> =>
  receipts(db).where('receipt.id', '=', id).executeTakeFirst()

export const receiptByCode = (db: Reader, code: string): Promise<StoredReceipt | undefined> =>
  receipts(db).where('receipt.code', '=', code).executeTakeFirst()

/** Undefined for money that came too late to buy anything. */
export const receiptOf = (db: Reader, paymentId: string): Promise<StoredReceipt | undefined> =>
  receipts(db).where('receipt.paymentId', '=', paymentId).executeTakeFirst()

/** Found by their payments, because receipts have no index on the ticket. */
export const receiptsOfTickets = (db: Reader, ticketIds: readonly string[]): Promise<StoredReceipt[]> =>
  receipts(db).where('payment.ticketId', '=', anyOf(ticketIds)).execute()

/** Oldest first. */
export const notesOf = (db: Reader, receiptId: string): Promise<StoredNote[]> =>
  db.selectFrom('creditNote').selectAll().where('receiptId', '=', receiptId).orderBy('issuedAt').orderBy('serial').execute()

export const noteByCode = (db: Reader, code: string): Promise<StoredNote | undefined> =>
  db.selectFrom('creditNote').selectAll().where('code', '=', code).executeTakeFirst()

/** With the name of the shop as the receipt has it. */
export const notesByIds = (db: Reader, ids: readonly string[]): Promise<(StoredNote & { shopName: string })[]> =>
  db
    .selectFrom('creditNote')
    .innerJoin('receipt', 'receipt.id', 'creditNote.receiptId')
    .selectAll('creditNote')
    .select('receipt.shopName')
    .where('creditNote.id', '=', anyOf(ids))
    .execute()

/** Gapless: the row stays locked until the transaction ends, and a rollback returns the serial. */
export async function takeNoteSerial(tx: Tx, { seller, shopId, mallId, financialYear }: Series): Promise<number> {
  const { lastSerial } = await tx
    .insertInto('creditNoteSeries')
    .values({ seller, shopId, financialYear, mallId, lastSerial: 1 })
    .onConflict((series) =>
      series.columns(['seller', 'shopId', 'financialYear']).doUpdateSet({ lastSerial: sql<number>`credit_note_series.last_serial + 1` }),
    )
    .returning('lastSerial')
    .executeTakeFirstOrThrow()
  return lastSerial
}

export const insertNote = (tx: Tx, note: StoredNote) => tx.insertInto('creditNote').values(note).execute()

export const receiptIdOf = async (db: Reader, paymentId: string): Promise<string | null> =>
  (await db.selectFrom('receipt').select('id').where('paymentId', '=', paymentId).executeTakeFirst())?.id ?? null

export async function receiptIdsOf(db: Reader, paymentIds: readonly string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.selectFrom('receipt').select(['id', 'paymentId']).where('paymentId', 'in', paymentIds).execute()
  return new Map(rows.map((row) => [row.paymentId, row.id]))
}
