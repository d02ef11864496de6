import { type GatewayName, isVendor, type RefundKind } from '#contract/payments/payments.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/outbox/announce.ts'
import { issueNote } from '#server/payments/receipts/issue-note.ts'
import type { RefundNames } from '#server/payments/refunds/rules.ts'
import * as payments from '#server/payments/store.ts'
import { firstStateOf, leftOf, mustCome, nextNamingAt, summaryOf } from './rules.ts'
import * as store from './store.ts'

export interface Actor {
  kind: string
  id?: string
}

export interface Cause {
  kind: RefundKind
  actor: Actor
  reason?: string
}

export const SYSTEM: Actor = { kind: 'system' }

/** A refund of a whole payment has the payment's id, so it can exist once. */
export const newRefund = (
  payment: payments.StoredPayment,
  amountPaise: number,
  { kind, actor, reason }: Cause,
  now: Date,
): store.NewRefund => ({
  id: amountPaise === payment.amountPaise ? payment.id : newId(),
  mallId: payment.mallId,
  shopId: payment.shopId,
  paymentId: payment.id,
  gateway: payment.gateway,
  amountPaise,
  kind,
  reason: reason ?? null,
  actor: { kind: actor.kind, id: actor.id ?? null },
  state: firstStateOf(payment.gateway),
  createdAt: now,
})

/** The caller has locked the captured payment and passes it as it is now. A worker pays the refund soon; staff hand back cash. */
export async function makeRefund(
  tx: Tx,
  payment: payments.StoredPayment,
  amountPaise: number,
  cause: Cause,
  now: Date,
): Promise<store.NewRefund> {
  const refundingPaise = payment.refundingPaise + amountPaise
  if (amountPaise <= 0 || refundingPaise > payment.amountPaise) throw new Error('a refund exceeds what was captured')
  const refund = newRefund(payment, amountPaise, cause, now)
  await payments.changePayment(tx, payment.id, { state: summaryOf({ ...payment, refundingPaise }), refundingPaise })
  sendAtOnce(tx, store.addingRefunds([refund]))
  announce(tx, now, { kind: 'payment.refund-due', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
  if (refund.state === 'by_hand' && mustCome(cause)) announceToCollect(tx, now, payment, refund)
  return refund
}

/** The shopper is told to come for the money. */
export const announceToCollect = (
  tx: Tx,
  now: Date,
  { shopId, ticketId }: payments.StoredPayment,
  { id: refundId, amountPaise }: Pick<store.StoredRefund, 'id' | 'amountPaise'>,
) => announce(tx, now, { kind: 'payment.to-collect', shopId, ticketId, refundId, amountPaise })

/** Refunds all that is left of a paid fee; returns how much that is, in paise. */
export async function markForRefund(tx: Tx, payment: payments.StoredPayment, now: Date, cause: Cause): Promise<number> {
  const amountPaise = leftOf(payment)
  if (amountPaise > 0) await makeRefund(tx, payment, amountPaise, cause, now)
  return amountPaise
}

/**
 * The caller has locked the payment. Issues the credit notes of its invoice and announces the refunds, so that the shopper is told. Returns
 * the payment as it is then.
 */
export async function completeRefunds(
  tx: Tx,
  payment: payments.StoredPayment,
  refunds: readonly Pick<store.StoredRefund, 'id' | 'amountPaise' | 'kind'>[],
  { actor, now, through = payment.gateway, names = {} }: { actor: Actor; now: Date; through?: GatewayName; names?: RefundNames },
): Promise<payments.StoredPayment> {
  const ids = refunds.map(({ id }) => id)
  // One that was made on the vendor's pages has no key of ours, with which the vendor could be asked.
  const isUnnamed = isVendor(through) && !names.bankReference && refunds.some(({ kind }) => kind !== 'dashboard')
  const askAt = isUnnamed ? nextNamingAt(now, now) : null
  await store.completeRefunds(tx, ids, { names, through: through === payment.gateway ? null : through, now, askAt })
  const refundedPaise = refunds.reduce((sum, { amountPaise }) => sum + amountPaise, payment.refundedPaise)
  const state = summaryOf({ ...payment, refundedPaise })
  const isOver = state === 'refunded' ? { refundedAt: now } : {}
  const after = await payments.changePayment(tx, payment.id, { state, refundedPaise, ...isOver })
  const { shopId, ticketId, id: paymentId } = payment
  for (const { id, amountPaise } of refunds) {
    payments.appendAttempt(tx, { payment, kind: 'refund', actor, detail: { refundId: id, amountPaise }, at: now })
    const noteId = await issueNote(tx, payment, amountPaise, { through, now })
    const refunded = { shopId, ticketId, paymentId, amountPaise, ofPaise: payment.amountPaise }
    announce(tx, now, { kind: 'payment.refunded', ...refunded, ...(noteId && { noteId }) })
  }
  return after
}

/** False if no refund has this id, or it was complete before. The bank's reference may come later than the money. */
export async function settleRefund(tx: Tx, refundId: string, names: RefundNames, now: Date): Promise<boolean> {
  const found = await store.refundById(tx, refundId)
  const payment = found && (await payments.lockPayment(tx, found.paymentId))
  const refund = payment && (await store.refundById(tx, refundId))
  if (refund?.state === 'processed') await store.nameRefund(tx, refundId, names)
  if (!refund || refund.state === 'processed') return false
  await completeRefunds(tx, payment, [refund], { actor: SYSTEM, now, names })
  return true
}
