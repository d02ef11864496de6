import { Refusal } from '#contract/base/errors.ts'
import { reachFor } from '#server/audit/service.ts'
import type { Caller } from '#server/caller.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import * as receipts from '#server/payments/receipts/store.ts'
import * as store from '#server/payments/store.ts'
import { ticketBehind } from '#server/queue/read-queue.ts'

/** Refuses with `payment_not_found` unless the caller may read the payment. */
export const readPayment = (deps: Deps, who: Caller, id: string) =>
  together(deps.db, async (db) => {
    const payment = await store.paymentById(db, id)
    if (!payment) throw new Refusal('payment_not_found', await reachFor(db, 'payment', id))
    await ticketBehind(db, who, payment.ticketId, 'payment_not_found')
    return { payment, receiptId: await receipts.receiptIdOf(db, payment.id) }
  })

/** The newest order of each of these tickets and its receipt; a ticket without an order is absent. */
export const moneyOf = async (db: Reader, ticketIds: readonly string[]) =>
  new Map((await store.newestPaymentsOf(db, ticketIds)).map((money) => [money.payment.ticketId, money]))
