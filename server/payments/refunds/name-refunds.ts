import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { VendorBusy } from '#server/payments/gateway.ts'
import * as store from './store.ts'

/**
 * A vendor may learn the bank's reference after the money is back, and then tells no one. It is asked a few times within ten days, because
 * with the reference the shopper's bank finds the money. May run on every node at once.
 */
export async function nameRefunds(deps: Deps): Promise<void> {
  for (;;) {
    const claim = await transaction(deps.db, (tx) => store.claimUnnamed(tx, deps.clock.now()))
    if (!claim) return
    const { refund, payment } = claim
    const gateway = deps.gateways.get(payment.gateway)
    try {
      const credentials = gateway && (await credentialsFor(deps, gateway, payment.mallId))
      const found = await gateway?.fetchRefund?.({ id: refund.id, order: payment, amountPaise: refund.amountPaise }, credentials ?? null)
      if (found?.state === 'processed') await transaction(deps.db, (tx) => store.nameRefund(tx, refund.id, found))
    } catch (error) {
      deps.log.warn({ err: error, gateway: payment.gateway }, 'a vendor did not say what the bank calls a refund')
      // The others can wait for the next run.
      if (error instanceof VendorBusy) return
    }
  }
}
