import { sql } from 'kysely'
import { anyOf } from '#server/db/rows.ts'
import type { Reader } from '#server/db/transaction.ts'

/** In the order in which they happened. */
export const attemptsOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('paymentAttempt')
    .select(['paymentId', 'kind', 'actorKind', 'actorId', 'detail', 'at'])
    .where('paymentId', '=', anyOf(paymentIds))
    .orderBy('id')
    .execute()

/** `subjects` are orders, refunds, and payments with a dispute. */
export const eventsAbout = (db: Reader, mallId: string, subjects: readonly string[]) =>
  db
    .selectFrom('vendorEvent')
    .select(['subject', 'gateway', 'about', 'receivedAt', 'outcome'])
    .where('subject', '=', anyOf(subjects))
    .where('mallId', '=', mallId)
    .orderBy('receivedAt')
    .execute()

export const refundsOf = (db: Reader, paymentIds: readonly string[]) =>
  db.selectFrom('refund').selectAll().where('paymentId', '=', anyOf(paymentIds)).orderBy('createdAt').orderBy('id').execute()

const amounts = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'extraPaise', 'totalPaise'] as const

export const receiptsOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('receipt')
    .select(['id', 'paymentId', 'code', 'number', 'kind', 'issuedAt', 'taxKind', 'taxBasisPoints', ...amounts])
    .where('paymentId', '=', anyOf(paymentIds))
    .execute()

export const receiptNumbersOf = (db: Reader, paymentIds: readonly string[]) =>
  db.selectFrom('receipt').select(['id', 'paymentId', 'number']).where('paymentId', '=', anyOf(paymentIds)).execute()

export const notesOf = (db: Reader, receiptIds: readonly string[]) =>
  db
    .selectFrom('creditNote')
    .select(['id', 'receiptId', 'code', 'number', 'kind', 'issuedAt', ...amounts])
    .where('receiptId', '=', anyOf(receiptIds))
    .orderBy('issuedAt')
    .orderBy('serial')
    .execute()

/** What the vendors kept of these payments, with the GST on it, in paise. */
export const feesOf = (db: Reader, paymentIds: readonly string[]) =>
  db
    .selectFrom('settlementLine as line')
    .innerJoin('payment', (on) =>
      on.onRef('payment.id', '=', 'line.paymentId').onRef('payment.vendorPaymentId', '=', 'line.vendorPaymentId'),
    )
    .select(['line.paymentId', sql<number>`sum(line.fee_paise + line.tax_paise)::float8`.as('feePaise')])
    .where('line.paymentId', '=', anyOf(paymentIds))
    .groupBy('line.paymentId')
    .execute()
