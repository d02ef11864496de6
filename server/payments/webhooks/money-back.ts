import type { VendorName } from '#contract/payments/payments.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { takeStanding } from '#server/payments/capture/settle-order.ts'
import { recordDashboardRefund } from '#server/payments/refunds/dashboard.ts'
import { settleRefund } from '#server/payments/refunds/refunds.ts'
import type { RefundNames } from '#server/payments/refunds/rules.ts'
import { refundById } from '#server/payments/refunds/store.ts'
import type { EventOutcome } from './store.ts'
import { eventsOf } from './together.ts'

interface News {
  refundId: string | null
  refund: RefundNames
  amountPaise: number
  of?: { vendorOrderId: string; vendorPaymentId: string } | null | undefined
}

/**
 * Completes our refund, or records one that someone made on the vendor's own pages. `wait` if the payment is not captured yet, `unclear` if
 * the vendor must first be asked about refunds of ours. The vendor's own refund of a second payment is not ours to count.
 */
export async function moneyBack(
  deps: Deps,
  from: { mallId: string; gateway: VendorName },
  { refundId, refund: names, amountPaise, of }: News,
): Promise<EventOutcome | 'wait' | 'unclear'> {
  const now = deps.clock.now()
  const ours = refundId === null ? null : await refundById(deps.db, refundId)
  if (ours) {
    if (ours.mallId !== from.mallId || ours.gateway !== from.gateway) return 'orphan'
    if (ours.amountPaise !== amountPaise) {
      deps.log.error({ refund: ours.id, gateway: from.gateway, amountPaise }, 'a vendor sent back another amount than we asked for')
      return 'mismatch'
    }
    return (await transaction(deps.db, (tx) => settleRefund(tx, ours.id, names, now))) ? 'done' : 'known'
  }
  const { vendorRefundId, bankReference = null } = names
  if (!of || !vendorRefundId) return 'orphan'
  const payment = await eventsOf(deps.database).paymentNamed(from.mallId, from.gateway, of.vendorOrderId)
  if (!payment || payment.vendorPaymentId === null) return 'wait'
  const paid = { vendorPaymentId: of.vendorPaymentId, amountPaise: payment.amountPaise }
  // Events come in any order: we may have heard of a second payment before the one that stands.
  if (payment.vendorPaymentId !== of.vendorPaymentId && !(await takeStanding(deps, payment, paid))) return 'second'
  const outcome = await transaction(deps.db, (tx) =>
    recordDashboardRefund(tx, payment.id, { amountPaise, vendorRefundId, bankReference }, now),
  )
  if (outcome === 'mismatch')
    deps.log.error({ payment: payment.id, gateway: from.gateway, amountPaise }, 'a vendor sent back more money than it took')
  return outcome
}
