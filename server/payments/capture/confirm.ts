import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import type { Caller } from '#server/caller.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Captured, CaptureWish, Order } from '#server/payments/captured.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { readOrder } from '#server/payments/orders/read-orders.ts'
import * as store from '#server/payments/store.ts'
import { refuseForeign } from '#server/queue/read-queue.ts'

/** The pause before a caller asks again for money that is pending, in seconds. */
const PENDING_SECONDS = 2

/**
 * Confirms a payment: asks its gateway, then captures. Idempotent: however often and in which order the calls come, there is one capture,
 * one token number and one receipt. Refuses with `payment_not_found` (unknown or foreign), `not_signed_in` or `not_verified` (the wrong
 * kind of caller), `payment_failed`, `payment_lapsed`, `payment_late` (refunded automatically), `gateway_unavailable`,
 * `unavailable` (the gateway's answer is pending, or another transaction has locked its row).
 */
export async function confirmPayment(
  deps: Deps,
  who: Caller,
  paymentId: string,
  claim: Readonly<Record<string, unknown>>,
): Promise<Captured> {
  // Shoppers come in a rush and their reads are outside the wall, so they are batched. Staff read behind the wall of their mall.
  const order = await (who.shopper ? deps.orderOf(paymentId) : together(deps.db, (db) => readOrder(db, paymentId)))
  const gateway = order && deps.gateways.get(order.payment.gateway)
  if (!order || !gateway) throw await unknownPayment(deps, who, paymentId)
  const { payment } = order
  const actor = confirmer(who, order, gateway.confirmedBy)
  if (payment.state === 'expired' && !gateway.takesMoneyElsewhere) throw new Refusal('payment_lapsed')
  if (payment.state === 'refund_pending' || payment.state === 'refunded') throw new Refusal('payment_late')
  if (payment.state === 'created' || payment.state === 'expired') {
    const confirmation = await credentialsFor(gateway, payment.mallId)
      .then((credentials) => gateway.confirm(payment, claim, credentials))
      .catch((error) => {
        deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not respond')
        throw new Refusal('gateway_unavailable')
      })
    // The money may still arrive, so nothing is recorded and the caller asks again.
    if (confirmation.state === 'pending') throw new Refusal('unavailable', { retryAfterSeconds: PENDING_SECONDS })
    if (confirmation.state === 'failed') {
      await transaction(deps.db, (tx) =>
        store.appendAttempt(tx, { payment, kind: 'failed', actor, detail: { reason: confirmation.reason }, at: deps.clock.now() }),
      )
      throw new Refusal('payment_failed')
    }
    const captured = await capture(deps, {
      paymentId: payment.id,
      shopId: payment.shopId,
      vendorPaymentId: confirmation.vendorPaymentId,
      actor,
      refundLate: gateway.takesMoneyElsewhere,
    })
    if (who.account && gateway.confirmedBy === 'staff') await recordCash(deps, who.account, captured)
    return captured
  }
  return capture(deps, {
    paymentId: payment.id,
    shopId: payment.shopId,
    vendorPaymentId: null,
    actor,
    refundLate: gateway.takesMoneyElsewhere,
  })
}

/** Audits who took the cash. Captures of many callers commit together, so this follows. The payment's history has the person anyway. */
const recordCash = ({ db, clock }: Deps, caller: SignedIn, { payment, ticket }: Captured): Promise<unknown> =>
  transaction(db, (tx) =>
    recordChange(tx, clock.now(), caller, {
      action: 'cash.taken',
      mallId: payment.mallId,
      subject: payment.id,
      detail: { name: String(ticket.number), changes: { amountPaise: [null, payment.amountPaise] } },
    }),
  )

/** The refusal of a payment that the caller cannot see. A wrong kind of credential is reported first, before a foreign payment. */
async function unknownPayment(deps: Deps, who: Caller, paymentId: string): Promise<Refusal> {
  const name = await store.gatewayOf(deps.db, paymentId)
  if (name !== null && deps.gateways.get(name)?.confirmedBy === 'shopper' && !who.shopper) return new Refusal('not_verified')
  return new Refusal('payment_not_found', await reachFor(deps.db, 'payment', paymentId))
}

/** Returns the person who confirms: the ticket's own shopper, or staff of the shop for money that staff take. Refuses others. */
function confirmer(who: Caller, { ticket }: Order, by: 'shopper' | 'staff'): CaptureWish['actor'] {
  if (by === 'staff' && !who.account) throw new Refusal('not_signed_in')
  if (by === 'shopper' && !who.shopper) throw new Refusal('not_verified')
  const caller = by === 'staff' ? { account: who.account, shopper: null } : { account: null, shopper: who.shopper }
  refuseForeign(caller, ticket, 'payment_not_found')
  return who.account && by === 'staff' ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
}

/** Captures the payment together with others of this moment. */
async function capture(deps: Deps, wish: Omit<CaptureWish, 'now'>): Promise<Captured> {
  const outcome = await deps.capture({ ...wish, now: deps.clock.now() })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
