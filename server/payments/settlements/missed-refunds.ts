import type { VendorName } from '#contract/payments/payments.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { paymentById } from '#server/payments/store.ts'
import { moneyBack } from '#server/payments/webhooks/money-back.ts'
import * as store from './store.ts'

/**
 * A transfer that gives back more of a payment than we have heard of: the webhook of a refund that someone made on the vendor's own pages
 * was lost. The vendor is asked for all refunds of such an order. Those that are not clear yet come again with the next import.
 */
export async function findMissedRefunds(
  deps: Deps,
  mallId: string,
  name: VendorName,
  lines: readonly Pick<store.ReadLine, 'kind' | 'paymentId'>[],
): Promise<void> {
  const refunded = new Set(lines.flatMap(({ kind, paymentId }) => (kind === 'refund' && paymentId !== null ? [paymentId] : [])))
  const gateway = deps.gateways.get(name)
  if (refunded.size === 0 || !gateway?.refundsOf) return
  const credentials = await credentialsFor(deps, gateway, mallId)
  for (const id of await store.refundedBeyondBooks(deps.db, [...refunded])) {
    const payment = await paymentById(deps.db, id)
    const told = payment ? await gateway.refundsOf(payment, credentials) : []
    for (const news of told) if (news.refund.state === 'processed') await moneyBack(deps, { mallId, gateway: name }, news)
  }
}
