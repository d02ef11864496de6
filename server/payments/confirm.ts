import { Refusal } from '../../contract/errors.ts'
import { reachFor } from '../audit/service.ts'
import type { Caller } from '../caller.ts'
import { together, transaction } from '../db/transaction.ts'
import { refuseForeign } from '../queue/read-queue.ts'
import type { Captured, CaptureWish, PaymentDeps } from './capture.ts'
import { type Order, readOrder } from './read-orders.ts'
import * as store from './store.ts'

/**
 * Confirms a payment: asks its gateway, then captures. Idempotent: however often and in whatever mix it comes, there is one capture,
 * one token number, one receipt. Refuses with `payment_not_found` (unknown or foreign), `not_signed_in` or `not_verified` (the wrong
 * kind of caller), `payment_failed`, `payment_lapsed`, `payment_late` (refunded by itself), `gateway_unavailable`.
 */
export async function confirmPayment(
  deps: PaymentDeps,
  who: Caller,
  paymentId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Captured> {
  // Shoppers stand in front of the wall and come in a rush; staff see through it what is theirs.
  const order = await (who.shopper ? deps.orderOf(paymentId) : together(deps.db, (db) => readOrder(db, paymentId)))
  const gateway = order && deps.gateways.get(order.payment.gateway)
  if (!order || !gateway) throw await unknownPayment(deps, who, paymentId)
  const { payment } = order
  const actor = confirmer(who, order, gateway.confirmedBy)
  if (payment.state === 'expired' && !gateway.takesMoneyElsewhere) throw new Refusal('payment_lapsed')
  if (payment.state === 'refund_pending' || payment.state === 'refunded') throw new Refusal('payment_late')
  if (payment.state === 'created' || payment.state === 'expired') {
    const verdict = await gateway.verify(payment, fields).catch((error) => {
      deps.log.error({ err: error, gateway: gateway.name }, 'the gateway did not answer')
      throw new Refusal('gateway_unavailable')
    })
    if (!verdict.captured) {
      await transaction(deps.db, (tx) =>
        store.appendAttempt(tx, { payment, kind: 'failed', actor, detail: { reason: verdict.reason }, at: deps.clock.now() }),
      )
      throw new Refusal('payment_failed')
    }
    return capture(deps, {
      paymentId: payment.id,
      vendorPaymentId: verdict.vendorPaymentId,
      actor,
      refundLate: gateway.takesMoneyElsewhere,
    })
  }
  return capture(deps, { paymentId: payment.id, vendorPaymentId: null, actor, refundLate: gateway.takesMoneyElsewhere })
}

/** The refusal of a payment that is not to be seen; which credential its way to pay takes comes before whose it is. */
async function unknownPayment(deps: PaymentDeps, who: Caller, paymentId: string): Promise<Refusal> {
  const name = await store.gatewayOf(deps.db, paymentId)
  if (name !== null && deps.gateways.get(name)?.confirmedBy === 'shopper' && !who.shopper) return new Refusal('not_verified')
  return new Refusal('payment_not_found', await reachFor(deps.db, 'payment', paymentId))
}

/** Who may confirm: the ticket's own shopper, or staff of the shop for what staff take. */
function confirmer(who: Caller, { ticket }: Order, by: 'shopper' | 'staff'): CaptureWish['actor'] {
  if (by === 'staff' && !who.account) throw new Refusal('not_signed_in')
  if (by === 'shopper' && !who.shopper) throw new Refusal('not_verified')
  const caller = by === 'staff' ? { account: who.account, shopper: null } : { account: null, shopper: who.shopper }
  refuseForeign(caller, ticket, 'payment_not_found')
  return who.account && by === 'staff' ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
}

/** Captures it with the others of this moment. */
async function capture(deps: PaymentDeps, wish: Omit<CaptureWish, 'now'>): Promise<Captured> {
  const outcome = await deps.capture({ ...wish, now: deps.clock.now() })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
