import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import type { AccountCaller, Caller, SessionCaller } from '#server/caller.ts'
import { counterOfDevice } from '#server/counters/devices.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import type { Confirmation, Gateway } from '#server/payments/gateway.ts'
import { type OrderWithTicket, orderOf, readOrder } from '#server/payments/orders/read-orders.ts'
import { isUnpaid } from '#server/payments/orders/rules.ts'
import * as store from '#server/payments/store.ts'
import { vendorRefusal } from '#server/payments/vendor-refusal.ts'
import { refuseForeign } from '#server/queue/read-queue.ts'
import { type Captured, type CaptureRequest, capture } from './capture.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Asks the gateway, then captures. Idempotent: however often and in which order the calls come, there is one capture, one token number and
 * one receipt. Returns `pending` if the bank has not decided, or if the vendor was asked a moment ago: nothing is recorded then. Refuses
 * with `payment_not_found` (unknown or foreign), `not_signed_in` or `not_verified` (the wrong kind of caller), `payment_failed`,
 * `payment_other_amount` (the owner sees the money as an orphan), `payment_lapsed`, `payment_late` (refunded automatically),
 * `signature_wrong`, `gateway_unavailable`, and `unavailable` (its row is locked, or the vendor takes no more calls for a moment).
 */
export async function confirmPayment(
  deps: Deps,
  who: SessionCaller,
  paymentId: string,
  claim: Readonly<Record<string, unknown>>,
): Promise<Captured | 'pending'> {
  // Shoppers come in a rush and their reads are outside the wall, so they are batched. Staff read behind the wall of their mall.
  const order = await (who.shopper ? orderOf(deps.database, paymentId) : together(deps.db, (db) => readOrder(db, paymentId)))
  const gateway = order && deps.gateways.get(order.payment.gateway)
  if (!order || !gateway) throw await unknownPayment(deps, who, paymentId)
  const { payment } = order
  const actor = confirmer(who, order, gateway.confirmedBy)
  const taker = gateway.confirmedBy === 'staff' ? who.account : null
  if (payment.state === 'expired' && !gateway.takesMoneyElsewhere) throw new Refusal('payment_lapsed')
  if (isUnpaid(payment)) {
    const confirmation = await askGateway(deps, gateway, payment, claim)
    if (confirmation.state === 'pending') return 'pending'
    if (confirmation.state === 'forged') throw new Refusal('signature_wrong')
    if (confirmation.state === 'other_amount') {
      await settleOrder(deps, payment, { ...confirmation, state: 'captured' })
      throw new Refusal('payment_other_amount')
    }
    if (confirmation.state === 'failed') {
      await transaction(deps.db, async (tx) => {
        store.appendAttempt(tx, { payment, kind: 'failed', actor, detail: { reason: confirmation.reason }, at: deps.clock.now() })
      })
      throw new Refusal('payment_failed')
    }
    const captured = await captureOrRefuse(deps, {
      paymentId: payment.id,
      ticketId: payment.ticketId,
      shopId: payment.shopId,
      vendorPaymentId: confirmation.vendorPaymentId,
      actor,
      refundLate: gateway.takesMoneyElsewhere,
      counterId: taker && (await drawerOf(deps, taker, payment.shopId)),
    })
    if (taker) await recordCash(deps, taker, captured)
    return captured
  }
  return captureOrRefuse(deps, {
    paymentId: payment.id,
    ticketId: payment.ticketId,
    shopId: payment.shopId,
    vendorPaymentId: null,
    actor,
    refundLate: gateway.takesMoneyElsewhere,
  })
}

/**
 * A vendor is asked at most once in two seconds about a payment without news: in between, the money is still `pending`. A payment that the
 * vendor signed is news.
 */
async function askGateway(
  deps: Deps,
  gateway: Gateway,
  payment: store.StoredPayment,
  claim: Readonly<Record<string, unknown>>,
): Promise<Confirmation> {
  try {
    const credentials = await credentialsFor(deps, gateway, payment.mallId)
    const claimed = gateway.readClaim?.(payment, claim, credentials) ?? null
    if (claimed === 'forged') return { state: 'forged' }
    if (gateway.needsCredentials && !deps.mayAskVendor(payment.id, claimed?.vendorPaymentId)) return { state: 'pending' }
    return await gateway.confirm(payment, claim, credentials)
  } catch (error) {
    deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not respond')
    throw vendorRefusal(error)
  }
}

/** Captures of many callers commit together, so the audit follows. The payment's history has the person anyway. */
const recordCash = ({ db, clock }: Deps, caller: SignedIn, { payment, ticket }: Captured): Promise<unknown> =>
  transaction(db, (tx) =>
    recordChange(tx, clock.now(), caller, {
      action: 'cash.taken',
      mallId: payment.mallId,
      subject: payment.id,
      detail: { name: String(ticket.number), changes: { amountPaise: [null, payment.amountPaise] } },
    }),
  )

const drawerOf = (deps: Deps, { sessionId }: AccountCaller, shopId: string): Promise<string | null> =>
  together(deps.db, (db) => counterOfDevice(db, sessionId, shopId))

/** A wrong kind of credential is reported before a foreign payment. */
async function unknownPayment(deps: Deps, who: Caller, paymentId: string): Promise<Refusal> {
  const name = await store.gatewayOf(deps.db, paymentId)
  if (name !== null && deps.gateways.get(name)?.confirmedBy === 'shopper' && !who.shopper) return new Refusal('not_verified')
  return new Refusal('payment_not_found', await reachFor(deps.db, 'payment', paymentId))
}

/** Returns the ticket's own shopper, or staff of the shop for money that staff take. Refuses others. */
function confirmer(who: Caller, { ticket }: OrderWithTicket, by: 'shopper' | 'staff'): CaptureRequest['actor'] {
  if (by === 'staff' && !who.account) throw new Refusal('not_signed_in')
  if (by === 'shopper' && !who.shopper) throw new Refusal('not_verified')
  const caller = by === 'staff' ? { account: who.account, shopper: null } : { account: null, shopper: who.shopper }
  refuseForeign(caller, ticket, 'payment_not_found')
  return who.account && by === 'staff' ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
}

async function captureOrRefuse(deps: Deps, request: Omit<CaptureRequest, 'now'>): Promise<Captured> {
  const outcome = await capture(deps.database, { ...request, now: deps.clock.now() })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
