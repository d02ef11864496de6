import { Refusal } from '#contract/base/errors.ts'
import { financialYearOf, latest, localDateOf } from '#contract/base/time.ts'
import { stateOf } from '#contract/payments/taxes.ts'
import { atOnce, sendAtOnce } from '#server/db/at-once.ts'
import type { TimeLimits } from '#server/db/limits.ts'
import { shopBatches } from '#server/db/shop-batches.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newCode, newId } from '#server/kit/ids.ts'
import { bySequence, numbering } from '#server/kit/numbering.ts'
import { announcing } from '#server/outbox/announce.ts'
import { sumsOf } from '#server/payments/drawers/rules.ts'
import { movingCash } from '#server/payments/drawers/store.ts'
import { receiptNumber, splitTax } from '#server/payments/receipts/rules.ts'
import * as receipts from '#server/payments/receipts/store.ts'
import { newRefund, SYSTEM } from '#server/payments/refunds/refunds.ts'
import { addingRefunds } from '#server/payments/refunds/store.ts'
import * as store from '#server/payments/store.ts'
import { beginIssue, lockFreeTickets } from '#server/queue/issue.ts'
import type { Numbered, Ticket } from '#server/queue/rules.ts'
import { holdAgain } from '#server/queue/slots/hold-again.ts'
import { sellerOf } from '#server/shops/receipt-codes.ts'
import { dayOf, openStateOf, type Shop, shopsOnRecord } from '#server/shops/service.ts'
import { takeBackReplaced } from './replaced.ts'
import { isInTime } from './rules.ts'

export interface Captured {
  payment: store.StoredPayment
  ticket: Numbered
  receiptId: string
}

export interface CaptureRequest {
  paymentId: string
  ticketId: string
  shopId: string
  vendorPaymentId: string | null
  actor: { kind: 'shopper' | 'account'; id: string } | { kind: 'system' }
  /** Where staff took the cash. */
  counterId?: string | null
  /** Whether money that comes too late for its ticket must be refunded. */
  refundLate: boolean
  now: Date
}

/**
 * Captures a batch, keyed on our orders: if a payment comes twice, or was captured before, every request for it gets the same result. A
 * refusal is a value here: a late capture must commit (its refund is recorded) before it is refused.
 *
 * The outcome is `locked` for a payment or ticket that another transaction has locked, and for an order of a second seller of its shop.
 * Nothing happens to it, and the others go on. Lock order: payments, tickets, the counts of slots, day counters, receipt series. The
 * counters come last because every capture of their shops waits for them. `locked` is called when all locks are held. A batch that begins
 * then holds no lock that this one still needs, and takes its numbers after it. The number of statements does not depend on the number of
 * requests.
 */
async function captureAll(
  tx: Tx,
  requests: readonly CaptureRequest[],
  limits: TimeLimits,
  locked: () => void,
): Promise<(Captured | Refusal | 'locked')[]> {
  const firsts = [...new Map(requests.toReversed().map((request) => [request.paymentId, request])).values()].toReversed()
  const standing = await read(tx, firsts, limits)
  const checked = firsts.map((request) => check(request, standing))
  const outcomes = new Map<string, Captured | Refusal | 'locked'>()
  for (const one of checked)
    if (one.is === 'locked' || one.is === 'refused') outcomes.set(one.request.paymentId, one.is === 'locked' ? 'locked' : one.refusal)
  for (const [id, outcome] of await alreadyCaptured(tx, checked.filter(is('captured')))) outcomes.set(id, outcome)
  const due = checked.filter(is('due'))
  const replaced = checked.filter(is('replaced'))
  const back = await takeBackReplaced(tx, replaced, due)
  for (const one of replaced) if (!back.includes(one)) outcomes.set(one.request.paymentId, 'locked')
  const { now, later } = withOneSeller([...due, ...back, ...checked.filter(is('late'))])
  for (const { request } of later) outcomes.set(request.paymentId, 'locked')
  const { late, again } = await holdSlotsAgain(tx, now.filter(is('late')))
  for (const [id, outcome] of await refundLate(tx, late)) outcomes.set(id, outcome)
  for (const [id, outcome] of await captureDue(tx, [...now.filter((one) => one.is !== 'late'), ...again], locked)) outcomes.set(id, outcome)
  return requests.map((request) => outcomes.get(request.paymentId) ?? new Refusal('payment_not_found'))
}

/** Captures a payment together with others of the same moment. Returns what it bought, or the refusal that says why it bought nothing. */
export const capture = shopBatches(captureAll)

type Recorded = Shop & { archived: boolean }

interface Standing {
  payments: ReadonlyMap<string, store.StoredPayment>
  tickets: ReadonlyMap<string, Ticket>
  shops: ReadonlyMap<string, Recorded>
  /** Payments that exist but that another transaction has locked. */
  locked: ReadonlySet<string>
}

/** Locks the payments and tickets that are free, and reads their shops. */
async function read(tx: Tx, requests: readonly CaptureRequest[], limits: TimeLimits): Promise<Standing> {
  const ids = requests.map((request) => request.paymentId)
  const [payments, tickets, shops] = await Promise.all([
    store.lockFreePayments(tx, ids, limits),
    lockFreeTickets(tx, [...new Set(requests.map((request) => request.ticketId))]),
    shopsOnRecord(tx, [...new Set(requests.map((request) => request.shopId))]),
  ])
  const missing = ids.filter((id) => !payments.has(id))
  const locked = missing.length > 0 ? await store.paymentsByIds(tx, missing) : []
  return { payments, tickets, shops, locked: new Set(locked.map(({ id }) => id)) }
}

interface Case {
  request: CaptureRequest
  payment: store.StoredPayment
  ticket: Ticket
  shop: Recorded
  /** The service day, which counts for the ticket. */
  today: string
  /** The calendar date, which counts for receipts and their financial year. */
  date: string
}

type Checked =
  | { is: 'refused'; request: CaptureRequest; refusal: Refusal }
  | { is: 'locked'; request: CaptureRequest }
  | ({ is: 'captured' | 'late' | 'due' | 'replaced' } & Case)

const is =
  <K extends 'captured' | 'late' | 'due' | 'replaced'>(kind: K) =>
  (checked: Checked): checked is Extract<Checked, Case> =>
    checked.is === kind

function check(request: CaptureRequest, { payments, tickets, shops, locked }: Standing): Checked {
  const payment = payments.get(request.paymentId)
  const ticket = payment && tickets.get(payment.ticketId)
  const shop = payment && shops.get(payment.shopId)
  // Every payment has a ticket. If the ticket is not among the free ones, it is locked.
  if (locked.has(request.paymentId) || (payment && !ticket)) return { is: 'locked', request }
  if (!payment || !ticket || !shop) return { is: 'refused', request, refusal: new Refusal('payment_not_found') }
  const one = { request, payment, ticket, shop, today: dayOf(shop, request.now), date: localDateOf(request.now, shop.mall.timeZone) }
  if (payment.state === 'captured') return { is: 'captured', ...one }
  if (payment.state === 'refund_pending' || payment.state === 'refunded')
    return keepsNumber(ticket) ? { is: 'captured', ...one } : { is: 'refused', request, refusal: new Refusal('payment_late') }
  // Staff who take cash stand before the shopper, and decide.
  const isOpen = payment.gateway === 'cash' || openStateOf(shop, request.now).isOpen
  if (isInTime(ticket, { today: one.today, isOpen })) return { is: payment.state === 'created' ? 'due' : 'replaced', ...one }
  return request.refundLate ? { is: 'late', ...one } : { is: 'refused', request, refusal: new Refusal('payment_lapsed') }
}

/** After a broken service promise, or a refund by the owner, the fee goes back and the ticket stays. */
const keepsNumber = ({ state, number }: Ticket): boolean => number !== null && state !== 'cancelled' && state !== 'expired'

type Outcomes<T> = (readonly [paymentId: string, outcome: T])[]

/** Money that came late has bought nothing, even if another payment of the same ticket has: only the one with a receipt has. */
async function alreadyCaptured(tx: Tx, cases: readonly Case[]): Promise<Outcomes<Captured | Refusal>> {
  const receiptIds = await receipts.receiptIdsOf(
    tx,
    cases.map(({ payment }) => payment.id),
  )
  return cases.map(({ payment, ticket }) => {
    const receiptId = receiptIds.get(payment.id)
    if (receiptId === undefined && payment.state !== 'captured') return [payment.id, new Refusal('payment_late')]
    if (ticket.number === null || receiptId === undefined) throw new Error('a captured payment has no number or receipt')
    return [payment.id, { payment, ticket: { ...ticket, number: ticket.number }, receiptId }]
  })
}

/** `again`: late payments whose ticket holds its slot again, and so are in time. Only its newest order can buy it: its terms were seen last. */
async function holdSlotsAgain(tx: Tx, cases: readonly Case[]): Promise<{ late: Case[]; again: Case[] }> {
  const ofSlots = cases.filter(({ ticket, shop }) => ticket.slotStartsAt !== null && !shop.archived)
  const newest = await store.newestPaymentsOf(tx, [...new Set(ofSlots.map(({ ticket }) => ticket.id))])
  const isNewest = ({ payment: { id } }: Case) => newest.some(({ payment }) => payment.id === id)
  const lapsed = ofSlots.filter(isNewest).map(({ ticket, shop, request: { now } }) => ({ ticket, shop, now }))
  const tickets = await holdAgain(tx, lapsed)
  const isAgain = (one: Case) => tickets.has(one.ticket.id) && isNewest(one)
  return {
    late: cases.filter((one) => !isAgain(one)),
    again: cases.filter(isAgain).map((one) => ({ ...one, ticket: tickets.get(one.ticket.id) ?? one.ticket })),
  }
}

async function refundLate(tx: Tx, cases: readonly Case[]): Promise<Outcomes<Refusal>> {
  if (cases.length === 0) return []
  const paid = withState(cases, 'refund_pending')
  const at = latest(paid.map(({ request }) => request.now))
  const news = paid.map(({ payment: { id, shopId, ticketId } }) => {
    return { kind: 'payment.refund-due' as const, shopId, ticketId, paymentId: id }
  })
  const refunds = paid.map(({ payment, request }) => newRefund(payment, payment.amountPaise, { kind: 'late', actor: SYSTEM }, request.now))
  sendAtOnce(tx, ...paying(paid), addingRefunds(refunds), ...announcing(at, ...news))
  return paid.map(({ payment }) => [payment.id, new Refusal('payment_late')])
}

async function captureDue(tx: Tx, cases: readonly Case[], locked: () => void): Promise<Outcomes<Captured>> {
  if (cases.length === 0) return []
  const paid = withState(cases, 'captured')
  const beginning = beginIssue(paid.map(({ ticket, shop, request }) => ({ ticket, shop, actor: request.actor, now: request.now })))
  sendAtOnce(tx, ...paying(paid), ...beginning.recording)
  const bySeries = bySequence(paid, seriesName)
  const series = bySeries.map((own) => ({ ...seriesFor(own[0]), many: own.length }))
  const [numbers, last] = await atOnce(tx, beginning.taking, receipts.takingSerials(series))
  locked()
  const { tickets, changing } = beginning.deal(numbers)
  const serialOf = numbering(bySeries, receipts.firstsOf(series, last), (first, n) => first + n)
  const issued = paid.map((one, i) => {
    const captured = { payment: one.payment, ticket: tickets[i] as Numbered, receiptId: newId() }
    return { captured, receipt: receiptOf(captured, one, serialOf(one)) }
  })
  sendAtOnce(tx, changing, receipts.addingReceipts(issued.map(({ receipt }) => receipt)), ...takingCash(paid))
  return issued.map(({ captured }) => [captured.payment.id, captured])
}

const withState = (cases: readonly Case[], state: 'captured' | 'refund_pending'): Case[] =>
  cases.map((one) => ({ ...one, payment: { ...one.payment, state, vendorPaymentId: one.request.vendorPaymentId } }))

const paying = (paid: readonly Case[]) => [
  store.changingPayments(
    paid.map(({ payment: { id, state, vendorPaymentId, amountPaise }, request }) => {
      const refunding = state === 'refund_pending' ? { refundingPaise: amountPaise } : {}
      return { id, state, capturedAt: request.now, vendorPaymentId, ...refunding }
    }),
  ),
  store.addingAttempts(
    paid.map(({ payment, request }) => ({
      ...{ payment, kind: 'capture' as const, actor: request.actor, at: request.now },
      ...(payment.state === 'refund_pending' ? { detail: { late: true } } : {}),
    })),
  ),
]

/** The drawers are the last rows that a capture locks: a transaction that has one takes no other lock. */
const takingCash = (paid: readonly Case[]) => {
  const cash = paid.filter(({ payment }) => payment.gateway === 'cash')
  const taken = cash.map(({ payment: { mallId, shopId, amountPaise }, request: { counterId = null } }) => {
    return { mallId, shopId, counterId, amountPaise }
  })
  return taken.length === 0 ? [] : [movingCash(sumsOf('taken', taken))]
}

const seriesFor = ({ payment, shop, date }: Case): receipts.Series => ({
  shopId: shop.id,
  mallId: shop.mall.id,
  financialYear: financialYearOf(date),
  seller: sellerOf({ id: shop.mall.id, gstin: payment.seller.gstin }),
})

/** A shop's series serves one seller at a time. Orders of another one (from before or after a new GSTIN) wait for the next batch. */
function withOneSeller<C extends Case>(cases: readonly C[]): { now: C[]; later: C[] } {
  const sellers = new Map(cases.toReversed().map((one) => [seriesName(one), seriesFor(one).seller]))
  const isNow = (one: C) => sellers.get(seriesName(one)) === seriesFor(one).seller
  return { now: cases.filter(isNow), later: cases.filter((one) => !isNow(one)) }
}

const seriesName = (one: Case): string => {
  const { shopId, financialYear } = seriesFor(one)
  return `${shopId} ${financialYear}`
}

function receiptOf({ payment, ticket, receiptId }: Captured, one: Case, serial: number) {
  const { shop, date, request } = one
  const { seller } = payment
  // We hold no address of the buyer, so the service is supplied where the seller is (IGST Act, section 12(2)(b)).
  const state = stateOf(seller.gstin)
  const split = splitTax(payment, state === null ? null : { seller: state, placeOfSupply: state })
  return {
    id: receiptId,
    ...seriesFor(one),
    paymentId: payment.id,
    ticketId: ticket.id,
    serial,
    number: receiptNumber(seller.receiptCode, date, serial),
    kind: split.kind,
    code: newCode(),
    issuedAt: request.now,
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
