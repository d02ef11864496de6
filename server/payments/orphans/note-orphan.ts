import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { appendAttempt } from '#server/payments/store.ts'
import * as store from './store.ts'

const words = {
  unknown: 'a vendor took money for an order that we do not know',
  other_amount: 'the vendor captured another amount',
  second: 'the vendor captured a second payment of this order',
} as const

/**
 * Writes one row for the owner, one line in the log and one entry in the order's history, however often we hear of the money. `returned`:
 * the vendor has given it back without being asked.
 */
export async function noteOrphan(deps: Deps, money: store.FoundMoney, how: { returned?: boolean } = {}): Promise<void> {
  const { mallId, gateway, kind, paymentId, vendorPaymentId, amountPaise } = money
  const isNew = await transaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const added = await store.addOrphan(tx, money, at, how)
    const detail = { reason: words[kind], vendorPaymentId, amountPaise }
    if (added && paymentId !== null)
      appendAttempt(tx, { payment: { id: paymentId, mallId }, kind: 'failed', actor: { kind: 'system' }, detail, at })
    return added
  })
  if (isNew) deps.log.error({ mall: mallId, gateway, payment: paymentId, vendorPaymentId, amountPaise }, words[kind])
}
