import type { Tx } from '#server/db/transaction.ts'
import { announce } from '#server/outbox/announce.ts'
import * as store from '#server/payments/store.ts'

/** Marks a paid fee for refund, in the caller's transaction. */
export async function markForRefund(tx: Tx, payment: store.StoredPayment, now: Date): Promise<void> {
  await store.changePayment(tx, payment.id, { state: 'refund_pending' })
  await announce(tx, now, { kind: 'payment.refund-due', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
}

/** Completes a refund in the caller's transaction and announces it, so that the shopper is told. Returns false if it was not pending. */
export async function settleRefund(tx: Tx, paymentId: string, actor: { kind: string; id?: string }, now: Date): Promise<boolean> {
  const payment = await store.lockPayment(tx, paymentId)
  if (payment?.state !== 'refund_pending') return false
  await store.changePayment(tx, payment.id, { state: 'refunded', refunded_at: now })
  await store.appendAttempt(tx, { payment, kind: 'refund', actor, at: now })
  await announce(tx, now, { kind: 'payment.refunded', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
  return true
}
