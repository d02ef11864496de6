import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import * as payments from '#server/payments/store.ts'
import { completeRefunds, newRefund, SYSTEM } from './refunds.ts'
import { makeRoom, summaryOf } from './rules.ts'
import * as store from './store.ts'

/**
 * Money that someone sent back on the vendor's own pages becomes a refund like any other, with its credit note and its message. Refunds of
 * ours that do not fit any more become smaller ones. `unclear` if the vendor must be asked first which of ours it has paid; `mismatch` if
 * it sent back more than it took.
 */
export async function recordDashboardRefund(
  tx: Tx,
  paymentId: string,
  told: { amountPaise: number; vendorRefundId: string; bankReference: string | null },
  now: Date,
): Promise<'done' | 'known' | 'unclear' | 'mismatch'> {
  const payment = await payments.lockPayment(tx, paymentId)
  if (!payment) return 'mismatch'
  const known = await store.lockRefundsOf(tx, payment.id)
  if (known.some(({ vendorRefundId }) => vendorRefundId === told.vendorRefundId)) return 'known'
  const room = told.amountPaise > 0 ? makeRoom(payment, known, told.amountPaise) : null
  if (!room) return 'mismatch'
  if (room === 'unclear') return 'unclear'
  for (const { id, amountPaise } of room) {
    const old = known.find((refund) => refund.id === id)
    if (old) await store.replaceRefund(tx, old, { id: newId(), amountPaise })
  }
  const left = new Map(room.map(({ id, amountPaise }) => [id, amountPaise]))
  const refundingPaise = known.reduce((sum, { id, amountPaise }) => sum + (left.get(id) ?? amountPaise), told.amountPaise)
  const { amountPaise, vendorRefundId, bankReference } = told
  const made = newRefund(payment, amountPaise, { kind: 'dashboard', actor: SYSTEM }, now)
  // Another refund may have the payment's id.
  const refund = { ...made, id: newId(), state: 'pending' as const }
  const state = summaryOf({ ...payment, refundingPaise })
  const counted = await payments.changePayment(tx, payment.id, { state, refundingPaise })
  await store.addRefund(tx, refund)
  await completeRefunds(tx, counted, [refund], { actor: { kind: 'system' }, now, names: { vendorRefundId, bankReference } })
  return 'done'
}
