import { Refusal } from '#contract/base/errors.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { ticketFor } from '#server/queue/read-queue.ts'
import { gatewayNamed } from './gateway-for.ts'

/**
 * Opens the order to pay a ticket's fee. The order fixes the price (for cash, rounded to the rupee), the seller and the refund for a person
 * who leaves. It holds the ticket for 15 more minutes. Repeating it returns the same order (`isNew` false). Choosing another way to pay
 * replaces an unpaid order. Refuses with `ticket_not_found`, `shop_not_found`, `nothing_to_pay`, `ticket_lapsed`, `shop_paused`, `gateway_unknown`,
 * `gateway_unavailable`.
 */
export async function openOrder(deps: Deps, shopper: { mobile: string }, ticketId: string, wanted: GatewayName | undefined) {
  const { shopId } = await ticketFor(deps.db, { account: null, shopper }, ticketId)
  const now = deps.clock.now()
  const ordered = await deps.orders.open({ ticketId, shopId, mobile: shopper.mobile, wanted, now })
  if (ordered instanceof Refusal) throw ordered
  if (ordered === 'free') throw new Refusal('nothing_to_pay')
  const { payment, isNew } = ordered
  const gateway = gatewayNamed(deps.gateways, payment.gateway)
  if (!gateway) throw new Refusal('gateway_unknown')
  const { vendorOrderId, checkout } = await credentialsFor(gateway, payment.mallId)
    .then((credentials) => gateway.open(payment, credentials))
    .catch((error) => {
      deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not open an order')
      throw new Refusal('gateway_unavailable')
    })
  // A gateway without orders of its own has nothing to store.
  const isKept = vendorOrderId === null || vendorOrderId === payment.vendorOrderId
  const stored = isKept ? payment : await deps.orders.keep({ paymentId: payment.id, shopId, vendorOrderId, now })
  if (stored instanceof Refusal) throw stored
  return { payment: stored, isNew, checkout: { gateway: gateway.name, ...checkout } }
}
