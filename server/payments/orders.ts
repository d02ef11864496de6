import { Refusal } from '../../contract/errors.ts'
import { type GatewayName, ORDER_MINUTES } from '../../contract/payments.ts'
import { MINUTE } from '../../contract/time.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { newId } from '../kit/ids.ts'
import { issueTokenNumber } from '../queue/issue.ts'
import { markToPay } from '../queue/join-queue.ts'
import { ticketFor } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { shopById } from '../shops/service.ts'
import type { PaymentDeps } from './capture.ts'
import type { Gateway } from './gateway.ts'
import * as store from './store.ts'

/**
 * Opens the order to pay a ticket's fee; it fixes the price and holds the place for 15 more minutes. Repeating it answers the same
 * order (`isNew` false); choosing another way to pay replaces an unpaid one. Refuses with `ticket_not_found`, `nothing_to_pay`,
 * `ticket_lapsed`, `gateway_unknown`, `gateway_unavailable`.
 */
export async function openOrder(deps: PaymentDeps, shopper: { mobile: string }, ticketId: string, wanted: GatewayName | undefined) {
  const order = await transaction(deps.db, (tx) => orderOnce(deps, tx, shopper, ticketId, wanted))
  if (order === 'free') throw new Refusal('nothing_to_pay')
  const { payment, isNew, gateway } = order
  const opened = await gateway.open(payment).catch((error) => {
    deps.log.error({ err: error, gateway: gateway.name }, 'the gateway did not open an order')
    throw new Refusal('gateway_unavailable')
  })
  const stored = await transaction(deps.db, (tx) => keepVendorOrder(tx, payment, opened.vendorOrderId))
  return { payment: stored, isNew, checkout: { gateway: gateway.name, ...opened.checkout } }
}

/** Of two presses that both opened the order at the vendor, the first one's id stays: that is the one a shopper can pay. */
async function keepVendorOrder(tx: Tx, payment: store.StoredPayment, vendorOrderId: string | null): Promise<store.StoredPayment> {
  const now = await store.lockPayment(tx, payment.id)
  if (!now || now.vendorOrderId !== null || vendorOrderId === null) return now ?? payment
  return store.changePayment(tx, payment.id, { vendor_order_id: vendorOrderId })
}

/** The way to pay that was asked for; else that of the open order, else the shop's first. */
function gatewayFor(deps: PaymentDeps, wanted: GatewayName | undefined, open: GatewayName | undefined): Gateway {
  const name = wanted ?? open
  const gateway = name === undefined ? [...deps.gateways.values()][0] : deps.gateways.get(name)
  if (!gateway) throw new Refusal('gateway_unknown')
  return gateway
}

async function orderOnce(
  deps: PaymentDeps,
  tx: Tx,
  shopper: { mobile: string },
  ticketId: string,
  wanted: GatewayName | undefined,
): Promise<{ payment: store.StoredPayment; isNew: boolean; gateway: Gateway } | 'free'> {
  const now = deps.clock.now()
  const ticket = await ticketFor(tx, { account: null, shopper }, ticketId)
  const shop = await shopById(tx, ticket.shopId)
  const open = await store.lockPaymentOfTicket(tx, ticket.id)
  refuseUnlessOwing(ticket, open)
  const gateway = gatewayFor(deps, wanted, open?.gateway)
  if (open && open.gateway === gateway.name && open.expiresAt > now) return { payment: open, isNew: false, gateway }
  if (open) {
    await store.changePayment(tx, open.id, { state: 'expired' })
    await store.appendAttempt(tx, { payment: open, kind: 'expired', actor: { kind: 'shopper', id: shopper.mobile }, at: now })
  }
  if (shop.fee.totalPaise === 0) {
    // The shop has become free meanwhile: nothing is owed, so the number is issued at once.
    await issueTokenNumber(tx, shop, ticket.id, { kind: 'shopper', id: shopper.mobile }, now)
    return 'free'
  }
  const expiresAt = new Date(now.getTime() + ORDER_MINUTES * MINUTE)
  const made = await store.insertPaymentOnce(tx, {
    id: newId(),
    mallId: shop.mall.id,
    shopId: shop.id,
    ticketId: ticket.id,
    gateway: gateway.name,
    amountPaise: shop.fee.totalPaise,
    baseFeePaise: shop.fee.basePaise,
    extraPaise: shop.fee.extraPaise,
    taxBasisPoints: shop.fee.taxBasisPoints,
    createdAt: now,
    expiresAt,
  })
  // A rival was faster; its order may be for another way to pay, or paid already, so it is judged like any that stands.
  if (!made) return orderOnce(deps, tx, shopper, ticketId, wanted)
  const cash = gateway.confirmedBy === 'staff' ? { paymentId: made.id, amountPaise: made.amountPaise } : null
  await markToPay(tx, ticket.id, cash, expiresAt, now)
  return { payment: made, isNew: true, gateway }
}

function refuseUnlessOwing(ticket: Ticket, open: store.StoredPayment | null): void {
  if (ticket.state === 'pending_payment' && open?.state !== 'captured') return
  throw new Refusal(ticket.state === 'expired' || ticket.state === 'cancelled' ? 'ticket_lapsed' : 'nothing_to_pay')
}
