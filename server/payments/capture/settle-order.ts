import { Refusal } from '#contract/base/errors.ts'
import { isVendor, type OrphanKind } from '#contract/payments/payments.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { VendorBusy, type VendorOrder } from '#server/payments/gateway.ts'
import { isUnpaid } from '#server/payments/orders/rules.ts'
import { noteOrphan } from '#server/payments/orphans/note-orphan.ts'
import { lockRefundsOf } from '#server/payments/refunds/store.ts'
import * as store from '#server/payments/store.ts'
import { capture } from './capture.ts'

/** When to ask again after an answer that does not name the payment. */
const UNNAMED_SECONDS = 30

/**
 * `unused`: the vendor's word changes nothing. `known`: the order was captured by this payment before. `late`: the money goes back.
 * `refused`: the order cannot take money. `mismatch`: another amount than the order's. `second`: a second payment of a paid order, which
 * the vendor refunds. The last two are orphans that the owner sees.
 */
export type Settled = 'unused' | 'done' | 'known' | 'late' | 'refused' | 'mismatch' | 'second'

/**
 * Applies what a vendor says about an order, from any source and however often. Money that has arrived is captured once, or refunded if it
 * came too late; anything else changes nothing. Throws `Refusal` (`unavailable`) if the rows are locked; try again then.
 */
export async function settleOrder(deps: Deps, payment: store.StoredPayment, told: VendorOrder): Promise<Settled> {
  if (told.state !== 'captured') return 'unused'
  if (told.amountPaise !== payment.amountPaise) {
    // Without its name it would be another row at each look; the next look has it.
    if (isNamed(told)) await note(deps, payment, 'other_amount', told)
    return 'mismatch'
  }
  if (!isUnpaid(payment)) return sameOrSecond(deps, payment, told)
  const outcome = await capture(deps.database, {
    paymentId: payment.id,
    ticketId: payment.ticketId,
    shopId: payment.shopId,
    vendorPaymentId: told.vendorPaymentId,
    actor: { kind: 'system' },
    refundLate: true,
    now: deps.clock.now(),
  })
  // If another caller was faster, the capture is that one's: it may be of another payment.
  if (!(outcome instanceof Refusal)) return sameOrSecond(deps, outcome.payment, told, 'done')
  if (outcome.code === 'unavailable') throw outcome
  if (outcome.code !== 'payment_late') return 'refused'
  // Of two late payments, the one that goes back may be the other one.
  const [late] = await store.paymentsByIds(deps.db, [payment.id])
  return late ? sameOrSecond(deps, late, told, 'late') : 'late'
}

/**
 * Tells one more payment of a paid order from the one that paid it. Events come in any order, and the vendor gives back the later payment.
 * So the vendor says which one stands, and that one is ours. Throws if it does not answer; try again then.
 */
async function sameOrSecond(
  deps: Deps,
  payment: store.StoredPayment,
  told: Omit<Money, 'vendorPaymentId'> & { vendorPaymentId: string | null },
  same: 'known' | 'done' | 'late' = 'known',
): Promise<Settled> {
  if (!isNamed(told) || payment.vendorPaymentId === told.vendorPaymentId) return same
  const standing = await standingOf(deps, payment)
  const isOther = standing?.state === 'captured' && standing.vendorPaymentId === told.vendorPaymentId
  const extra = isOther ? await transaction(deps.db, (tx) => replacePayment(tx, payment.id, told.vendorPaymentId)) : told.vendorPaymentId
  // It was captured without a name.
  if (extra === null) return same
  await note(deps, payment, 'second', { ...told, vendorPaymentId: extra })
  return 'second'
}

/**
 * Stores a payment of a paid order as the one that stands, if the vendor says so. It is also stored if the vendor has none any more,
 * because a person gave this one back as a whole. The payment stored before is then one too many. False if another one stands. Throws if
 * the vendor does not say it now; try again then.
 */
export async function takeStanding(deps: Deps, payment: store.StoredPayment, money: Money): Promise<boolean> {
  const standing = await standingOf(deps, payment)
  const isThis = standing?.state === 'captured' && standing.vendorPaymentId === money.vendorPaymentId
  const isNone = standing?.state === 'open' || standing?.state === 'pending'
  if (!isThis && !isNone) return false
  const extra = await transaction(deps.db, (tx) => replacePayment(tx, payment.id, money.vendorPaymentId))
  if (extra !== null) await note(deps, payment, 'second', { ...money, vendorPaymentId: extra })
  return extra !== money.vendorPaymentId
}

/** Throws `VendorBusy` if the vendor does not say now which payment paid the order. */
async function standingOf(deps: Deps, payment: store.StoredPayment): Promise<VendorOrder | undefined> {
  const gateway = deps.gateways.get(payment.gateway)
  const standing = await gateway?.fetchOrder(payment, await credentialsFor(deps, gateway, payment.mallId))
  if (standing?.state === 'captured' && !isNamed(standing)) throw new VendorBusy(payment.gateway, UNNAMED_SECONDS)
  return standing
}

/**
 * Stores which payment stands. Returns the payment that is one too many: the one stored before. It is the new one if the vendor has
 * accepted a refund of the old one. That refund must stay with the money that it gave back. Null if the payment was stored
 * before, or is the first.
 */
async function replacePayment(tx: Tx, paymentId: string, vendorPaymentId: string): Promise<string | null> {
  const before = (await store.lockPayment(tx, paymentId))?.vendorPaymentId ?? null
  if (before === vendorPaymentId) return null
  const refunds = before === null ? [] : await lockRefundsOf(tx, paymentId)
  if (refunds.some(({ state }) => state === 'pending' || state === 'processed')) return vendorPaymentId
  await store.changePayment(tx, paymentId, { vendorPaymentId })
  return before
}

/**
 * Applies that a vendor has given back a payment of an order without being asked. `wait` if the order has no payment yet: the one that
 * stands may still be on its way.
 */
export async function settleReturned(deps: Deps, payment: store.StoredPayment, returned: Money): Promise<Settled | 'wait'> {
  if (isUnpaid(payment)) return 'wait'
  if (payment.vendorPaymentId === returned.vendorPaymentId) {
    const gateway = deps.gateways.get(payment.gateway)
    const standing = await gateway?.fetchOrder(payment, await credentialsFor(deps, gateway, payment.mallId))
    if (standing?.state !== 'captured' || !isNamed(standing) || standing.vendorPaymentId === returned.vendorPaymentId) return 'unused'
    const { vendorPaymentId } = standing
    const extra = await transaction(deps.db, (tx) => replacePayment(tx, payment.id, vendorPaymentId))
    if (extra === vendorPaymentId) {
      // What came back is our refund; the money that stands belongs to no one.
      await note(deps, payment, 'second', { ...returned, vendorPaymentId })
      return 'second'
    }
  }
  await note(deps, payment, 'second', returned, { returned: true })
  return 'second'
}

const isNamed = <T extends { vendorPaymentId: string | null }>(told: T): told is T & { vendorPaymentId: string } =>
  told.vendorPaymentId !== null

interface Money {
  vendorPaymentId: string
  amountPaise: number
}

const note = async (deps: Deps, payment: store.StoredPayment, kind: OrphanKind, money: Money, how: { returned?: boolean } = {}) => {
  const { id: paymentId, mallId, gateway, vendorOrderId } = payment
  const { vendorPaymentId, amountPaise } = money
  if (isVendor(gateway)) await noteOrphan(deps, { mallId, gateway, kind, paymentId, vendorOrderId, vendorPaymentId, amountPaise }, how)
}
