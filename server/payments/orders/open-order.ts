import { Refusal } from '#contract/base/errors.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import type { Gateway } from '#server/payments/gateway.ts'
import type { StoredPayment } from '#server/payments/store.ts'
import { vendorRefusal } from '#server/payments/vendor-refusal.ts'
import { knownTicket } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { withNearest } from '#server/slots/service.ts'
import { gatewayNamed } from './gateway-for.ts'
import { keepVendorOrder } from './keep-vendor-orders.ts'
import { placeOrder } from './order-all.ts'
import { expectOrder } from './read-orders.ts'

/** As the vendor's page and its statements name it. */
const DESCRIPTION = 'Priority billing'

/**
 * The order fixes the price (for cash, rounded to the rupee), the seller and the refund for a person who leaves. It holds the ticket for 15
 * more minutes, or until the hold of its slot ends. `slotId` holds a slot in the same step (null: none, absent: the one that the ticket
 * has). `seenPaise` is the price that the shopper was shown.
 *
 * Repeating the call returns the same order (`isNew` false). Another way to pay replaces an unpaid order, and so does a lower `seenPaise`.
 * Refuses with `ticket_not_found`, `shop_not_found`, `nothing_to_pay`, `price_changed` (it costs more than what was shown),
 * `ticket_lapsed`, `shop_paused`, `shop_closed`, `slot_pays_online`, as `holdSlots` does, `gateway_unknown` (also if the mall has it
 * switched off), `gateway_unavailable`, and `unavailable` if the vendor takes no more calls for a moment.
 */
export async function openOrder(
  deps: Deps,
  shopper: { mobile: string },
  ticketId: string,
  {
    gateway: wanted,
    slotId,
    seenPaise,
  }: { gateway?: GatewayName | undefined; slotId?: string | null | undefined; seenPaise?: number | undefined },
) {
  const ticket = await knownTicket(deps.db, shopper, ticketId)
  const { shopId } = ticket
  const now = deps.clock.now()
  await refuseSwitchedOff(deps, ticket, wanted)
  const ordered = await placeOrder(deps.database, {
    ticketId,
    shopId,
    mobile: shopper.mobile,
    gateways: deps.gateways,
    wanted,
    slotId,
    seenPaise,
    now,
  })
  if (ordered instanceof Refusal) throw await withNearest(deps, ordered, slotId)
  if (ordered === 'free') throw new Refusal('nothing_to_pay')
  const { payment, isNew } = ordered
  expectOrder(payment)
  const gateway = gatewayNamed(deps.gateways, payment.gateway)
  if (!gateway) throw new Refusal('gateway_unknown')
  const { vendorOrderId, checkout } = await openAtVendor(deps, gateway, { payment, ticket, isNew })
  // A gateway without orders of its own has nothing to store.
  if (vendorOrderId === null || vendorOrderId === payment.vendorOrderId) return { payment, isNew, checkout }
  const stored = await keepVendorOrder(deps.database, { paymentId: payment.id, shopId, vendorOrderId, now })
  if (stored instanceof Refusal) throw stored
  if (stored.vendorOrderId === vendorOrderId) return { payment: stored, isNew, checkout }
  // Two presses opened two orders at the vendor. Both browsers must pay the stored one, because only that one is known to us.
  return { payment: stored, isNew, checkout: (await openAtVendor(deps, gateway, { payment: stored, ticket, isNew: false })).checkout }
}

/** A vendor is offered only in malls that have switched it on. The other ways to pay are of the server, and cost no query. */
async function refuseSwitchedOff(
  { gateways, vendorAccounts }: Deps,
  { mallId }: Pick<Ticket, 'mallId'>,
  wanted: GatewayName | undefined,
): Promise<void> {
  if (wanted === undefined || !gateways.get(wanted)?.needsCredentials) return
  if (!(await vendorAccounts.open(wanted, mallId))?.isOn) throw new Refusal('gateway_unknown')
}

async function openAtVendor(
  deps: Deps,
  gateway: Gateway,
  { payment, ticket, isNew }: { payment: StoredPayment; ticket: Pick<Ticket, 'name' | 'mobile' | 'email'>; isNew: boolean },
) {
  const { name, mobile, email } = ticket
  const page = { seller: payment.seller.name, description: DESCRIPTION, shopper: { name, mobile, email } }
  try {
    const credentials = await credentialsFor(deps, gateway, payment.mallId)
    return await gateway.open({ ...payment, ...page, isFirstTry: isNew, now: deps.clock.now() }, credentials)
  } catch (error) {
    deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not open an order')
    throw vendorRefusal(error)
  }
}
