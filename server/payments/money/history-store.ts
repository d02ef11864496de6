import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Tx } from '#server/db/transaction.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** What was recorded about payments: their tries, captures and refunds, in the order in which they happened. */
export const attemptsOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('payment_attempt')
    .select(['payment_id', 'kind', 'actor_kind', 'actor_id', 'detail', 'at'])
    .where('payment_id', '=', anyOf(paymentIds))
    .orderBy('id')
    .execute()

/** What vendors told about these orders and refunds, oldest first. */
export const eventsAbout = (db: Reader, mallId: string, subjects: readonly string[]) =>
  db
    .selectFrom('vendor_event')
    .select(['subject', 'gateway', 'about', 'received_at', 'outcome'])
    .where('subject', '=', anyOf(subjects))
    .where('mall_id', '=', mallId)
    .orderBy('received_at')
    .execute()

/** The refunds of these payments, oldest first. */
export const refundsOf = (db: Reader, paymentIds: readonly string[]) =>
  db.selectFrom('refund').selectAll().where('payment_id', '=', anyOf(paymentIds)).orderBy('created_at').orderBy('id').execute()

const amounts = ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'extra_paise', 'total_paise'] as const

/** The receipts of these payments. */
export const receiptsOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('receipt')
    .select(['id', 'payment_id', 'code', 'number', 'kind', 'issued_at', 'tax_kind', 'tax_basis_points', ...amounts])
    .where('payment_id', '=', anyOf(paymentIds))
    .execute()

/** The numbers of the receipts of these payments. */
export const receiptNumbersOf = (db: Reader, paymentIds: readonly string[]) =>
  db.selectFrom('receipt').select(['id', 'payment_id', 'number']).where('payment_id', '=', anyOf(paymentIds)).execute()

/** The papers for the refunds of these receipts, oldest first. */
export const notesOf = (db: Reader, receiptIds: readonly string[]) =>
  db
    .selectFrom('credit_note')
    .select(['id', 'receipt_id', 'code', 'number', 'kind', 'issued_at', ...amounts])
    .where('receipt_id', '=', anyOf(receiptIds))
    .orderBy('issued_at')
    .orderBy('serial')
    .execute()

/** What the vendors kept of these payments, with the GST on it, in paise. */
export const feesOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('settlement_line as line')
    .innerJoin('payment', (on) =>
      on.onRef('payment.id', '=', 'line.payment_id').onRef('payment.vendor_payment_id', '=', 'line.vendor_payment_id'),
    )
    .select(['line.payment_id', sql<number>`sum(line.fee_paise + line.tax_paise)::float8`.as('fee_paise')])
    .where('line.payment_id', '=', anyOf(paymentIds))
    .groupBy('line.payment_id')
    .execute()
