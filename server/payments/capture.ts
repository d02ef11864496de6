import { Refusal } from '../../contract/errors.ts'
import { financialYearOf, serviceDayOf } from '../../contract/time.ts'
import { reachFor } from '../audit/service.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../outbox/announce.ts'
import type { Caller } from '../queue/desk.ts'
import { issueTokenNumber } from '../queue/join-queue.ts'
import { ticketBehind } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { lockTicketOrRefuse } from '../queue/transition.ts'
import { type Shop, shopOnRecord } from '../shops/service.ts'
import type { Gateways } from './gateway.ts'
import { isInTime, receiptNumber, splitTax } from './rules.ts'
import * as store from './store.ts'

/** What the payments stories need beside the rest. */
export interface PaymentDeps extends Deps {
  gateways: Gateways
}

/** A captured payment with what it bought. */
export interface Captured {
  payment: store.StoredPayment
  ticket: Ticket & { number: number }
  receiptId: string
}

type Actor = { kind: 'shopper' | 'account'; id: string }

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
  const payment = await store.paymentById(deps.db, paymentId)
  const gateway = payment && deps.gateways.get(payment.gateway)
  if (!payment || !gateway) throw await unknownPayment(deps, who, paymentId)
  const actor = await confirmer(deps, who, payment, gateway.confirmedBy)
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
    return settle(deps, payment.id, verdict.vendorPaymentId, actor, gateway.takesMoneyElsewhere)
  }
  return settle(deps, payment.id, null, actor, gateway.takesMoneyElsewhere)
}

/** The refusal of a payment that is not to be seen; which credential its way to pay takes comes before whose it is. */
async function unknownPayment(deps: PaymentDeps, who: Caller, paymentId: string): Promise<Refusal> {
  const name = await store.gatewayOf(deps.db, paymentId)
  if (name !== null && deps.gateways.get(name)?.confirmedBy === 'shopper' && !who.shopper) return new Refusal('not_verified')
  return new Refusal('payment_not_found', await reachFor(deps.db, 'payment', paymentId))
}

/** Who may confirm: the ticket's own shopper, or staff of the shop for what staff take. */
async function confirmer(deps: PaymentDeps, who: Caller, payment: store.StoredPayment, by: 'shopper' | 'staff'): Promise<Actor> {
  if (by === 'staff' && !who.account) throw new Refusal('not_signed_in')
  if (by === 'shopper' && !who.shopper) throw new Refusal('not_verified')
  const caller = by === 'staff' ? { account: who.account, shopper: null } : { account: null, shopper: who.shopper }
  const ticket = await ticketBehind(deps.db, caller, payment.ticketId, 'payment_not_found')
  return who.account && by === 'staff' ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
}

async function settle(
  deps: PaymentDeps,
  paymentId: string,
  vendorPaymentId: string | null,
  actor: Actor,
  refundLate: boolean,
): Promise<Captured> {
  // A late capture has to commit (the refund is owed) before it is refused, so it leaves the transaction as a value.
  const outcome = await transaction(deps.db, (tx) => capture(deps, tx, paymentId, vendorPaymentId, actor, refundLate))
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/**
 * Capture, receipt and token number in one transaction, keyed on our order. Locks in the order payment, ticket, receipt series, day
 * counter: the counters last, since every capture of the shop waits for them.
 */
async function capture(
  deps: PaymentDeps,
  tx: Tx,
  paymentId: string,
  vendorPaymentId: string | null,
  actor: Actor,
  refundLate: boolean,
): Promise<Captured | Refusal> {
  const now = deps.clock.now()
  const payment = await store.lockPayment(tx, paymentId)
  if (!payment) throw new Refusal('payment_not_found')
  if (payment.state === 'captured') return captured(tx, payment)
  if (payment.state === 'refund_pending' || payment.state === 'refunded') return new Refusal('payment_late')
  const ticket = await lockTicketOrRefuse(tx, payment.ticketId)
  const shop = await shopOnRecord(tx, payment.shopId)
  const today = serviceDayOf(now, shop.mall.timeZone)
  if (payment.state === 'expired' || !isInTime(ticket, today)) {
    if (!refundLate) return new Refusal('payment_lapsed')
    const late = await store.changePayment(tx, payment.id, {
      state: 'refund_pending',
      captured_at: now,
      vendor_payment_id: vendorPaymentId,
    })
    await store.appendAttempt(tx, { payment, kind: 'capture', actor, detail: { late: true }, at: now })
    await announce(tx, now, { kind: 'payment.refund-due', shopId: late.shopId, ticketId: late.ticketId, paymentId: late.id })
    return new Refusal('payment_late')
  }
  const paid = await store.changePayment(tx, payment.id, { state: 'captured', captured_at: now, vendor_payment_id: vendorPaymentId })
  await store.appendAttempt(tx, { payment, kind: 'capture', actor, at: now })
  await announce(tx, now, { kind: 'payment.captured', shopId: paid.shopId, ticketId: paid.ticketId, paymentId: paid.id })
  const serial = await store.nextSerial(tx, { shopId: shop.id, mallId: shop.mall.id, financialYear: financialYearOf(today) })
  const { ticket: joined } = await issueTokenNumber(tx, shop, ticket.id, actor, now)
  if (joined.number === null) throw new Error('a captured ticket has no number')
  const receiptId = await writeReceipt(tx, shop, paid, { ...joined, number: joined.number }, { serial, today, now })
  return { payment: paid, ticket: { ...joined, number: joined.number }, receiptId }
}

async function captured(tx: Tx, payment: store.StoredPayment): Promise<Captured> {
  const ticket = await lockTicketOrRefuse(tx, payment.ticketId)
  const receiptId = await store.receiptIdOf(tx, payment.id)
  if (ticket.number === null || receiptId === null) throw new Error('a captured payment has no number or receipt')
  return { payment, ticket: { ...ticket, number: ticket.number }, receiptId }
}

async function writeReceipt(
  tx: Tx,
  shop: Shop,
  payment: store.StoredPayment,
  ticket: { id: string; number: number },
  issue: { serial: number; today: string; now: Date },
): Promise<string> {
  const id = newId()
  const split = splitTax(payment)
  await store.insertReceipt(tx, {
    id,
    mall_id: shop.mall.id,
    shop_id: shop.id,
    payment_id: payment.id,
    ticket_id: ticket.id,
    financial_year: financialYearOf(issue.today),
    serial: issue.serial,
    number: receiptNumber(shop.receiptCode, issue.today, issue.serial),
    kind: split.kind,
    issued_at: issue.now,
    seller_name: shop.mall.legalName || shop.mall.title,
    seller_address: shop.mall.address,
    gstin: shop.mall.gstin,
    shop_name: shop.name,
    token_number: ticket.number,
    taxable_paise: split.taxablePaise,
    tax_basis_points: payment.taxBasisPoints,
    cgst_paise: split.cgstPaise,
    sgst_paise: split.sgstPaise,
    extra_paise: split.extraPaise,
    total_paise: payment.amountPaise,
    gateway: payment.gateway,
  })
  return id
}
