import { latest } from '#contract/base/time.ts'
import { isVendor } from '#contract/payments/payments.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { checkingNow } from '#server/payments/checks/store.ts'
import * as store from '#server/payments/store.ts'

export interface Lapse {
  payment: store.StoredPayment
  actor: { kind: string; id?: string }
  at: Date
}

/**
 * The caller's transaction has locked the orders. Those at a vendor are checked at once. The check ends them there if the vendor can do
 * that, so that no one pays for a ticket that is over.
 */
export function dropOrders(tx: Tx, lapses: readonly Lapse[]): void {
  if (lapses.length === 0) return
  const atVendors = lapses.filter(({ payment }) => isVendor(payment.gateway))
  sendAtOnce(
    tx,
    ...(atVendors.length > 0
      ? [
          checkingNow(
            atVendors.map(({ payment }) => payment.id),
            latest(atVendors.map(({ at }) => at)),
          ),
        ]
      : []),
    store.changingPayments(
      lapses.map(({ payment: { id, vendorPaymentId } }) => {
        return { id, state: 'expired' as const, capturedAt: null, vendorPaymentId }
      }),
    ),
    store.addingAttempts(lapses.map((lapse) => ({ ...lapse, kind: 'expired' as const }))),
  )
}
