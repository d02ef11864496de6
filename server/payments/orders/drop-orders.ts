import { writeAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import * as store from '#server/payments/store.ts'

/** An unpaid order that lapses, and who causes it. */
export interface Lapse {
  payment: store.StoredPayment
  actor: { kind: string; id?: string }
  at: Date
}

/** Lets unpaid orders lapse, in the caller's transaction, which has locked them. */
export async function dropOrders(tx: Tx, lapses: readonly Lapse[]): Promise<void> {
  if (lapses.length === 0) return
  await writeAtOnce(
    tx,
    store.changingPayments(
      lapses.map(({ payment: { id, vendorPaymentId } }) => {
        return { id, state: 'expired' as const, captured_at: null, vendor_payment_id: vendorPaymentId }
      }),
    ),
    store.addingAttempts(lapses.map((lapse) => ({ ...lapse, kind: 'expired' as const }))),
  )
}
