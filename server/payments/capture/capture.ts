import { Refusal } from '#contract/base/errors.ts'
import { financialYearOf, latest, localDateOf } from '#contract/base/time.ts'
import { stateOf } from '#contract/payments/taxes.ts'
import { atOnce, sendAtOnce } from '#server/db/at-once.ts'
import type { Limits } from '#server/db/limits.ts'
import { shopBatches } from '#server/db/shop-batches.ts'
import type { Tx } from '#server/db/transaction.ts'
import { bySequence, dealing } from '#server/kit/dealing.ts'
import { newCode, newId } from '#server/kit/ids.ts'
import { announcing } from '#server/outbox/announce.ts'
import { receiptNumber, splitTax } from '#server/payments/receipts/rules.ts'
import * as receipts from '#server/payments/receipts/store.ts'
import { newRefund, SYSTEM } from '#server/payments/refunds/refunds.ts'
import { addingRefunds } from '#server/payments/refunds/store.ts'
import * as store from '#server/payments/store.ts'
import { beginIssue, lockFreeTickets } from '#server/queue/issue.ts'
import type { Numbered, Ticket } from '#server/queue/rules.ts'
import { sellerOf } from '#server/shops/receipt-codes.ts'
import { dayOf, type Shop, shopsOnRecord } from '#server/shops/service.ts'
import { isInTime } from './rules.ts'

/** A captured payment with what it bought. */
export interface Captured {
  payment: store.StoredPayment
  ticket: Numbered
  receiptId: string
}

/** A request to capture a payment whose money has arrived. */
export interface CaptureWish {
  paymentId: string
  ticketId: string
  shopId: string
  vendorPaymentId: string | null
  actor: { kind: 'shopper' | 'account'; id: string } | { kind: 'system' }
  /** Whether money that comes too late for its ticket must be refunded. */
  refundLate: boolean
  now: Date
}

/**
 * Captures a batch, keyed on our orders: if a payment comes twice, or was captured before, every wish for it gets the same result. A
 * refusal is a value here: a late capture must commit (its refund is owed) before it is refused.
 *
 * The outcome is `held` for a payment or ticket that another transaction has locked, and for an order of a second seller of its shop.
 * Nothing happens to it, and the others go on. Locks are taken in this order: payments, tickets, day counters, receipt series. The counters
 * come last because every capture of their shops waits for them. `locked` is called when all locks are held. A batch that begins then
 * never holds a lock that this batch still needs, and it takes its numbers after this batch. The number of statements does not depend on
 * the number of wishes.
 */
async function captureAll(
  tx: Tx,
  wishes: readonly CaptureWish[],
  limits: Limits,
  locked: () => void,
): Promise<(Captured | Refusal | 'held')[]> {
  const firsts = [...new Map(wishes.toReversed().map((wish) => [wish.paymentId, wish])).values()].toReversed()
  const standing = await read(tx, firsts, limits)
  const judged = firsts.map((wish) => judge(wish, standing))
  const outcomes = new Map<string, Captured | Refusal | 'held'>()
  for (const j of judged) if (j.is === 'held' || j.is === 'refused') outcomes.set(j.wish.paymentId, j.is === 'held' ? 'held' : j.refusal)
  for (const [id, outcome] of await alreadyCaptured(tx, judged.filter(is('captured')))) outcomes.set(id, outcome)
  for (const [id, outcome] of await owe(tx, judged.filter(is('late')))) outcomes.set(id, outcome)
  const due = withOneSeller(judged.filter(is('due')))
  for (const { wish } of due.later) outcomes.set(wish.paymentId, 'held')
  for (const [id, outcome] of await take(tx, due.now, locked)) outcomes.set(id, outcome)
  return wishes.map((wish) => outcomes.get(wish.paymentId) ?? new Refusal('payment_not_found'))
}

/** Captures a payment, together with others of the same moment. Returns what it bought, or the refusal that says why it bought nothing. */
export const capture = shopBatches(captureAll)

interface Standing {
  payments: ReadonlyMap<string, store.StoredPayment>
  tickets: ReadonlyMap<string, Ticket>
  shops: ReadonlyMap<string, Shop>
  /** Payments that exist but that another transaction has locked. */
  held: ReadonlySet<string>
}

/** Locks those payments and tickets of a batch that are free, and reads their shops. */
async function read(tx: Tx, wishes: readonly CaptureWish[], limits: Limits): Promise<Standing> {
  const ids = wishes.map((wish) => wish.paymentId)
  const [payments, tickets, shops] = await Promise.all([
    store.lockFreePayments(tx, ids, limits),
    lockFreeTickets(tx, [...new Set(wishes.map((wish) => wish.ticketId))]),
    shopsOnRecord(tx, [...new Set(wishes.map((wish) => wish.shopId))]),
  ])
  const missing = ids.filter((id) => !payments.has(id))
  const held = missing.length > 0 ? await store.paymentsByIds(tx, missing) : []
  return { payments, tickets, shops, held: new Set(held.map(({ id }) => id)) }
}

/** A wish with its payment, ticket and shop. */
interface Matter {
  wish: CaptureWish
  payment: store.StoredPayment
  ticket: Ticket
  shop: Shop
  /** The service day, which counts for the ticket. */
  today: string
  /** The calendar date, which counts for receipts and their financial year. */
  date: string
}

type Judged =
  | { is: 'refused'; wish: CaptureWish; refusal: Refusal }
  | { is: 'held'; wish: CaptureWish }
  | ({ is: 'captured' | 'late' | 'due' } & Matter)

const is =
  <K extends 'captured' | 'late' | 'due'>(kind: K) =>
  (judged: Judged): judged is Extract<Judged, Matter> =>
    judged.is === kind

function judge(wish: CaptureWish, { payments, tickets, shops, held }: Standing): Judged {
  const payment = payments.get(wish.paymentId)
  const ticket = payment && tickets.get(payment.ticketId)
  const shop = payment && shops.get(payment.shopId)
  // Every payment has a ticket. If the ticket is not among the free ones, it is locked.
  if (held.has(wish.paymentId) || (payment && !ticket)) return { is: 'held', wish }
  if (!payment || !ticket || !shop) return { is: 'refused', wish, refusal: new Refusal('payment_not_found') }
  const matter = { wish, payment, ticket, shop, today: dayOf(shop, wish.now), date: localDateOf(wish.now, shop.mall.timeZone) }
  if (payment.state === 'captured') return { is: 'captured', ...matter }
  if (payment.state === 'refund_pending' || payment.state === 'refunded')
    return keepsNumber(ticket) ? { is: 'captured', ...matter } : { is: 'refused', wish, refusal: new Refusal('payment_late') }
  if (payment.state === 'created' && isInTime(ticket, matter.today)) return { is: 'due', ...matter }
  return wish.refundLate ? { is: 'late', ...matter } : { is: 'refused', wish, refusal: new Refusal('payment_lapsed') }
}

/** After a broken service promise, or a refund by the owner, the fee goes back and the ticket stays. */
const keepsNumber = ({ state, number }: Ticket): boolean => number !== null && state !== 'cancelled' && state !== 'expired'

type Outcomes<T> = (readonly [paymentId: string, outcome: T])[]

/** Money that came late has bought nothing, even if another payment of the same ticket has: only the one with a receipt has. */
async function alreadyCaptured(tx: Tx, matters: readonly Matter[]): Promise<Outcomes<Captured | Refusal>> {
  const receiptIds = await receipts.receiptIdsOf(
    tx,
    matters.map(({ payment }) => payment.id),
  )
  return matters.map(({ payment, ticket }) => {
    const receiptId = receiptIds.get(payment.id)
    if (receiptId === undefined && payment.state !== 'captured') return [payment.id, new Refusal('payment_late')]
    if (ticket.number === null || receiptId === undefined) throw new Error('a captured payment has no number or receipt')
    return [payment.id, { payment, ticket: { ...ticket, number: ticket.number }, receiptId }]
  })
}

/** Marks money that came too late for a refund. */
async function owe(tx: Tx, matters: readonly Matter[]): Promise<Outcomes<Refusal>> {
  if (matters.length === 0) return []
  const paid = withState(matters, 'refund_pending')
  const at = latest(paid.map(({ wish }) => wish.now))
  const news = paid.map(({ payment: { id, shopId, ticketId } }) => {
    return { kind: 'payment.refund-due' as const, shopId, ticketId, paymentId: id }
  })
  const owed = paid.map(({ payment, wish }) => newRefund(payment, payment.amountPaise, { kind: 'late', actor: SYSTEM }, wish.now))
  sendAtOnce(tx, ...paying(paid), addingRefunds(owed), ...announcing(at, ...news))
  return paid.map(({ payment }) => [payment.id, new Refusal('payment_late')])
}

async function take(tx: Tx, matters: readonly Matter[], locked: () => void): Promise<Outcomes<Captured>> {
  if (matters.length === 0) return []
  const paid = withState(matters, 'captured')
  const beginning = beginIssue(paid.map(({ ticket, shop, wish }) => ({ ticket, shop, actor: wish.actor, now: wish.now })))
  sendAtOnce(tx, ...paying(paid), ...beginning.recording)
  const bySeries = bySequence(paid, seriesName)
  const series = bySeries.map((own) => ({ ...seriesFor(own[0]), many: own.length }))
  const [numbers, last] = await atOnce(tx, beginning.taking, receipts.takingSerials(series))
  locked()
  const { tickets, changing } = beginning.deal(numbers)
  const serialOf = dealing(bySeries, receipts.firstsOf(series, last), (first, n) => first + n)
  const issued = paid.map((matter, i) => {
    const captured = { payment: matter.payment, ticket: tickets[i] as Numbered, receiptId: newId() }
    return { captured, receipt: receiptOf(captured, matter, serialOf(matter)) }
  })
  sendAtOnce(tx, changing, receipts.addingReceipts(issued.map(({ receipt }) => receipt)))
  return issued.map(({ captured }) => [captured.payment.id, captured])
}

/** Returns the matters with their payments in the new state. */
const withState = (matters: readonly Matter[], state: 'captured' | 'refund_pending'): Matter[] =>
  matters.map((matter) => ({ ...matter, payment: { ...matter.payment, state, vendorPaymentId: matter.wish.vendorPaymentId } }))

/** The statements that change the payments' states and record it in their histories. */
const paying = (paid: readonly Matter[]) => [
  store.changingPayments(
    paid.map(({ payment: { id, state, vendorPaymentId, amountPaise }, wish }) => {
      const refunding = state === 'refund_pending' ? { refundingPaise: amountPaise } : {}
      return { id, state, capturedAt: wish.now, vendorPaymentId, ...refunding }
    }),
  ),
  store.addingAttempts(
    paid.map(({ payment, wish }) => ({
      ...{ payment, kind: 'capture' as const, actor: wish.actor, at: wish.now },
      ...(payment.state === 'refund_pending' ? { detail: { late: true } } : {}),
    })),
  ),
]

const seriesFor = ({ payment, shop, date }: Matter): receipts.Series => ({
  shopId: shop.id,
  mallId: shop.mall.id,
  financialYear: financialYearOf(date),
  seller: sellerOf({ id: shop.mall.id, gstin: payment.seller.gstin }),
})

/** A shop's series serves one seller at a time. Orders of another seller (from before or after a new GSTIN) wait for the next batch. */
function withOneSeller(matters: readonly Matter[]): { now: Matter[]; later: Matter[] } {
  const sellers = new Map(matters.toReversed().map((matter) => [seriesName(matter), seriesFor(matter).seller]))
  const isNow = (matter: Matter) => sellers.get(seriesName(matter)) === seriesFor(matter).seller
  return { now: matters.filter(isNow), later: matters.filter((matter) => !isNow(matter)) }
}

const seriesName = (matter: Matter): string => {
  const { shopId, financialYear } = seriesFor(matter)
  return `${shopId} ${financialYear}`
}

function receiptOf({ payment, ticket, receiptId }: Captured, matter: Matter, serial: number) {
  const { shop, date, wish } = matter
  const { seller } = payment
  // We hold no address of the buyer, so the service is supplied where the seller is (IGST Act, section 12(2)(b)).
  const state = stateOf(seller.gstin)
  const split = splitTax(payment, state === null ? null : { seller: state, placeOfSupply: state })
  return {
    id: receiptId,
    ...seriesFor(matter),
    paymentId: payment.id,
    ticketId: ticket.id,
    serial,
    number: receiptNumber(seller.receiptCode, date, serial),
    kind: split.kind,
    code: newCode(),
    issuedAt: wish.now,
    sellerName: seller.name,
    sellerAddress: seller.address,
    gstin: seller.gstin,
    shopName: shop.name,
    tokenNumber: ticket.number,
    slotStartsAt: ticket.slotStartsAt,
    slotEndsAt: ticket.slotEndsAt,
    recipientName: ticket.name,
    placeOfSupply: split.taxKind === null ? null : state,
    taxKind: split.taxKind,
    sac: split.taxKind === null ? null : shop.mall.sac,
    taxablePaise: split.taxablePaise,
    taxBasisPoints: split.taxKind === null ? null : payment.taxBasisPoints,
    cgstPaise: split.cgstPaise,
    sgstPaise: split.sgstPaise,
    igstPaise: split.igstPaise,
    extraPaise: split.extraPaise,
    totalPaise: payment.amountPaise,
    gateway: payment.gateway,
    paymentReference: payment.vendorPaymentId,
  }
}
