import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { paymentNamed, paymentPaidBy } from '#server/payments/checks/store.ts'
import { isNewer } from './rules.ts'
import * as store from './store.ts'

/**
 * Keeps one row for each dispute, with the newest word. It changes no ticket and no payment: the owner answers on the vendor's pages.
 * Returns `known` if we knew better.
 */
export async function takeDispute(
  deps: Deps,
  told: Omit<store.ToldDispute, 'paymentId'> & { vendorOrderId: string | null },
): Promise<'done' | 'known'> {
  const { mallId, gateway, vendorOrderId, vendorPaymentId } = told
  const paymentId =
    (vendorOrderId && (await paymentNamed(deps.db, mallId, gateway, vendorOrderId))) ||
    (vendorPaymentId && (await paymentPaidBy(deps.db, mallId, gateway, vendorPaymentId))) ||
    null
  const dispute = { ...told, paymentId }
  return transaction(deps.db, async (tx) => {
    const known = await store.lockDispute(tx, dispute)
    if (known && !isNewer(known, dispute)) return 'known'
    if (known) await store.changeDispute(tx, known.id, dispute)
    else deps.log.warn({ mall: mallId, gateway, payment: paymentId }, 'a payment is disputed')
    return 'done'
  })
}
