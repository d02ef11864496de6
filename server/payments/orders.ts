import { Refusal } from '../../contract/errors.ts'
import { type GatewayName, ORDER_MINUTES } from '../../contract/payments.ts'
import { MINUTE } from '../../contract/time.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { newId } from '../kit/ids.ts'
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
  const gateway = gatewayFor(deps, wanted)
  const { payment, isNew } = await transaction(deps.db, (tx) => orderOnce(deps, tx, shopper, ticketId, gateway))
  const opened = await gateway.open(payment).catch((error) => {
    deps.log.error({ err: error, gateway: gateway.name }, 'the gateway did not open an order')
    throw new Refusal('gateway_unavailable')
  })
  const stored = opened.vendorOrderId === payment.vendorOrderId ? payment : await transaction(deps.db, (tx) => store.changePayment(tx, payment.id, { vendor_order_id: opened.vendorOrderId }))
  return { payment: stored, isNew, checkout: { gateway: gateway.name, ...opened.checkout } }
}

function gatewayFor(deps: PaymentDeps, wanted: GatewayName | undefined): Gateway {
  const gateway = wanted === undefined ? [...deps.gateways.values()][0] : deps.gateways.get(wanted)
  if (!gateway) throw new Refusal('gateway_unknown')
  return gateway
}

async function orderOnce(
  deps: PaymentDeps,
  tx: Tx,
  shopper: { mobile: string },
  ticketId: string,
  gateway: Gateway,
): Promise<{ payment: store.StoredPayment; isNew: boolean }> {
  const now = deps.clock.now()
  const ticket = await ticketFor(tx, { account: null, shopper }, ticketId)
  const shop = await shopById(tx, ticket.shopId)
  const open = await store.lockPaymentOfTicket(tx, ticket.id)
  refuseUnlessOwing(ticket, open)
  if (open && open.gateway === gateway.name && open.expiresAt > now) return { payment: open, isNew: false }
  if (open) {
    await store.changePayment(tx, open.id, { state: 'expired' })
    await store.appendAttempt(tx, { payment: open, kind: 'expired', actor: { kind: 'shopper', id: shopper.mobile }, at: now })
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
  if (!made) return orderOnce(deps, tx, shopper, ticketId, gateway)
  const cash = gateway.confirmedBy === 'staff' ? { paymentId: made.id, amountPaise: made.amountPaise } : null
  await markToPay(tx, ticket.id, cash, expiresAt, now)
  return { payment: made, isNew: true }
}

function refuseUnlessOwing(ticket: Ticket, open: store.StoredPayment | null): void {
  if (ticket.state === 'pending_payment' && open?.state !== 'captured') return
  throw new Refusal(ticket.state === 'expired' || ticket.state === 'cancelled' ? 'ticket_lapsed' : 'nothing_to_pay')
}
