import { Refusal } from '../../contract/errors.ts'
import { reachFor } from '../audit/service.ts'
import type { Caller } from '../caller.ts'
import { type Tx, together } from '../db/transaction.ts'
import { ticketBehind } from '../queue/read-queue.ts'
import type { PaymentDeps } from './capture.ts'
import * as receipts from './receipt-store.ts'
import * as store from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A payment that the caller may read, with its receipt; else `payment_not_found`. */
export const readPayment = (deps: PaymentDeps, who: Caller, id: string) =>
  together(deps.db, async (db) => {
    const payment = await store.paymentById(db, id)
    if (!payment) throw new Refusal('payment_not_found', await reachFor(db, 'payment', id))
    await ticketBehind(db, who, payment.ticketId, 'payment_not_found')
    return { payment, receiptId: await receipts.receiptIdOf(db, payment.id) }
  })

/** The paise of a payment. */
export const amountOf = async (db: Reader, paymentId: string): Promise<number> => (await store.paymentById(db, paymentId))?.amountPaise ?? 0

/** The newest order of each of these tickets and its receipt, for the shoppers' own passes; a ticket without an order is absent. */
export const moneyOf = async (db: Reader, ticketIds: readonly string[]) =>
  new Map((await store.newestPaymentsOf(db, ticketIds)).map((money) => [money.payment.ticketId, money]))

/** A receipt that the caller may read; else `receipt_not_found`. */
export const readReceipt = (deps: PaymentDeps, who: Caller, id: string) =>
  together(deps.db, async (db) => {
    const receipt = await receipts.receiptById(db, id)
    if (!receipt) throw new Refusal('receipt_not_found', await reachFor(db, 'receipt', id))
    await ticketBehind(db, who, receipt.ticket_id, 'receipt_not_found')
    return receipt
  })
