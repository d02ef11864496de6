import { Refusal } from '../../contract/errors.ts'
import { financialYearOf, latest, serviceDayOf } from '../../contract/time.ts'
import { atOnce, writeAtOnce } from '../db/at-once.ts'
import { isHopeless } from '../db/errors.ts'
import type { Database } from '../db/open.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { bySequence, dealing } from '../kit/dealing.ts'
import { newId } from '../kit/ids.ts'
import { inGroups } from '../kit/in-groups.ts'
import { announcing } from '../outbox/announce.ts'
import { beginIssue, lockTickets, type Numbered } from '../queue/issue.ts'
import type { Ticket } from '../queue/rules.ts'
import { type Shop, shopsOnRecord } from '../shops/service.ts'
import type { Gateways } from './gateway.ts'
import type { Order } from './read-orders.ts'
import * as receipts from './receipt-store.ts'
import { isInTime, receiptNumber, splitTax } from './rules.ts'
import * as store from './store.ts'

/** What the payments stories need beside the rest. */
export interface PaymentDeps extends Deps {
  gateways: Gateways
  capture: Capture
  /** An order of whatever mall, read together with the others of this moment. */
  orderOf: (paymentId: string) => Promise<Order | undefined>
}

/** A captured payment with what it bought. */
export interface Captured {
  payment: store.StoredPayment
  ticket: Numbered
  receiptId: string
}

/** A payment whose money is there. */
export interface CaptureWish {
  paymentId: string
  vendorPaymentId: string | null
  actor: { kind: 'shopper' | 'account'; id: string }
  /** Whether money that comes too late for its place has to be given back. */
  refundLate: boolean
  now: Date
}

/** Captures a payment, with others that come at the same moment; answers what it bought, or why it bought nothing. */
export type Capture = (wish: CaptureWish) => Promise<Captured | Refusal>

/** Captures that share a transaction at most; more would make the first of them wait longer than it saves the last. */
export const MOST_TOGETHER = 200

/**
 * Opens the group commit of captures: receipt, token number and all else in one transaction for all that arrive together, whatever their
 * shops, in the order they came. One that fails is tried alone and takes no other with it. Without a rush a capture runs by itself, at once.
 */
export const openCapture = ({ db, engine }: Pick<Database, 'db' | 'engine'>): Capture =>
  inGroups((wishes: readonly CaptureWish[], numbersTaken) => transaction(db, (tx) => captureAll(tx, wishes, numbersTaken)), {
    most: MOST_TOGETHER,
    // While the database writes one group's rows we can read and judge the next. The embedded one has a single connection.
    abreast: engine === 'postgres' ? 2 : 1,
    hopeless: isHopeless,
  })

/**
 * Captures a group, keyed on our orders: of a payment that is named twice, or was captured before, every wish gets the same answer. A
 * refusal is a value here, since a late capture has to commit (the refund is owed) before it is refused. Locks in the order payments,
 * tickets, day counters, receipt series: the counters last, since every capture of their shops waits for them. `numbersTaken` is called when
 * all locks are held: a group that begins then never has what this one still waits for, and takes its numbers after it. The number of
 * statements does not depend on the number of wishes.
 */
async function captureAll(tx: Tx, wishes: readonly CaptureWish[], numbersTaken: () => void): Promise<(Captured | Refusal)[]> {
  const firsts = [...new Map(wishes.toReversed().map((wish) => [wish.paymentId, wish])).values()].toReversed()
  const standing = await read(tx, firsts)
  const judged = firsts.map((wish) => judge(wish, standing))
  const outcomes = new Map<string, Captured | Refusal>(judged.flatMap((j) => (j.is === 'refused' ? [[j.wish.paymentId, j.refusal]] : [])))
  for (const [id, outcome] of await alreadyCaptured(tx, judged.filter(is('captured')))) outcomes.set(id, outcome)
  for (const [id, outcome] of await owe(tx, judged.filter(is('late')))) outcomes.set(id, outcome)
  for (const [id, outcome] of await take(tx, judged.filter(is('due')), numbersTaken)) outcomes.set(id, outcome)
  return wishes.map((wish) => outcomes.get(wish.paymentId) ?? new Refusal('payment_not_found'))
}

interface Standing {
  payments: ReadonlyMap<string, store.StoredPayment>
  tickets: ReadonlyMap<string, Ticket>
  shops: ReadonlyMap<string, Shop>
}

/** Locks the payments and tickets of a group and reads their shops. */
async function read(tx: Tx, wishes: readonly CaptureWish[]): Promise<Standing> {
  const payments = await store.lockPayments(
    tx,
    wishes.map((wish) => wish.paymentId),
  )
  const all = [...payments.values()]
  const tickets = await lockTickets(tx, [...new Set(all.map((payment) => payment.ticketId))])
  const shops = await shopsOnRecord(tx, [...new Set(all.map((payment) => payment.shopId))])
  return { payments, tickets, shops }
}

/** A wish with what it is about. */
interface Matter {
  wish: CaptureWish
  payment: store.StoredPayment
  ticket: Ticket
  shop: Shop
  today: string
}

type Judged = { is: 'refused'; wish: CaptureWish; refusal: Refusal } | ({ is: 'captured' | 'late' | 'due' } & Matter)

const is =
  <K extends 'captured' | 'late' | 'due'>(kind: K) =>
  (judged: Judged): judged is Extract<Judged, Matter> =>
    judged.is === kind

function judge(wish: CaptureWish, { payments, tickets, shops }: Standing): Judged {
  const payment = payments.get(wish.paymentId)
  const ticket = payment && tickets.get(payment.ticketId)
  const shop = payment && shops.get(payment.shopId)
  if (!payment || !ticket || !shop) return { is: 'refused', wish, refusal: new Refusal('payment_not_found') }
  const matter = { wish, payment, ticket, shop, today: serviceDayOf(wish.now, shop.mall.timeZone) }
  if (payment.state === 'captured') return { is: 'captured', ...matter }
  if (payment.state === 'refund_pending' || payment.state === 'refunded')
    return { is: 'refused', wish, refusal: new Refusal('payment_late') }
  if (payment.state === 'created' && isInTime(ticket, matter.today)) return { is: 'due', ...matter }
  return wish.refundLate ? { is: 'late', ...matter } : { is: 'refused', wish, refusal: new Refusal('payment_lapsed') }
}

type Outcomes<T> = (readonly [paymentId: string, outcome: T])[]

async function alreadyCaptured(tx: Tx, matters: readonly Matter[]): Promise<Outcomes<Captured>> {
  const receiptIds = await receipts.receiptIdsOf(
    tx,
    matters.map(({ payment }) => payment.id),
  )
  return matters.map(({ payment, ticket }) => {
    const receiptId = receiptIds.get(payment.id)
    if (ticket.number === null || receiptId === undefined) throw new Error('a captured payment has no number or receipt')
    return [payment.id, { payment, ticket: { ...ticket, number: ticket.number }, receiptId }]
  })
}

/** Money that came too late: it is ours to give back. */
async function owe(tx: Tx, matters: readonly Matter[]): Promise<Outcomes<Refusal>> {
  if (matters.length === 0) return []
  const paid = withState(matters, 'refund_pending')
  const at = latest(paid.map(({ wish }) => wish.now))
  const news = paid.map(({ payment: { id, shopId, ticketId } }) => {
    return { kind: 'payment.refund-due' as const, shopId, ticketId, paymentId: id }
  })
  await writeAtOnce(tx, ...paying(paid), ...announcing(at, ...news))
  return paid.map(({ payment }) => [payment.id, new Refusal('payment_late')])
}

async function take(tx: Tx, matters: readonly Matter[], numbersTaken: () => void): Promise<Outcomes<Captured>> {
  if (matters.length === 0) return []
  const paid = withState(matters, 'captured')
  const beginning = beginIssue(paid.map(({ ticket, shop, wish }) => ({ ticket, shop, actor: wish.actor, now: wish.now })))
  await writeAtOnce(tx, ...paying(paid), ...beginning.recording)
  const bySeries = bySequence(paid, seriesName)
  const series = bySeries.map((own) => ({ ...seriesFor(own[0]), many: own.length }))
  const [numbers, last] = await atOnce(tx, beginning.taking, receipts.takingSerials(series))
  numbersTaken()
  const { tickets, changing } = beginning.deal(numbers)
  const serialOf = dealing(bySeries, receipts.firstsOf(series, last), (first, n) => first + n)
  const issued = paid.map((matter, i) => {
    const captured = { payment: matter.payment, ticket: tickets[i] as Numbered, receiptId: newId() }
    return { captured, receipt: receiptOf(captured, matter, serialOf(matter)) }
  })
  await writeAtOnce(tx, changing, receipts.addingReceipts(issued.map(({ receipt }) => receipt)))
  return issued.map(({ captured }) => [captured.payment.id, captured])
}

/** The matters with the payments as they are to be. */
const withState = (matters: readonly Matter[], state: 'captured' | 'refund_pending'): Matter[] =>
  matters.map((matter) => ({ ...matter, payment: { ...matter.payment, state, vendorPaymentId: matter.wish.vendorPaymentId } }))

/** The statements that move the payments on and note it in their histories. */
const paying = (paid: readonly Matter[]) => [
  store.changingPayments(
    paid.map(({ payment: { id, state, vendorPaymentId }, wish }) => {
      return { id, state, captured_at: wish.now, vendor_payment_id: vendorPaymentId }
    }),
  ),
  store.addingAttempts(
    paid.map(({ payment, wish }) => ({
      ...{ payment, kind: 'capture' as const, actor: wish.actor, at: wish.now },
      ...(payment.state === 'refund_pending' ? { detail: { late: true } } : {}),
    })),
  ),
]

const seriesFor = ({ shop, today }: Matter): receipts.Series => {
  return { shopId: shop.id, mallId: shop.mall.id, financialYear: financialYearOf(today) }
}

const seriesName = (matter: Matter): string => {
  const { shopId, financialYear } = seriesFor(matter)
  return `${shopId} ${financialYear}`
}

function receiptOf({ payment, ticket, receiptId }: Captured, { shop, today, wish }: Matter, serial: number) {
  const split = splitTax(payment)
  return {
    id: receiptId,
    mall_id: shop.mall.id,
    shop_id: shop.id,
    payment_id: payment.id,
    ticket_id: ticket.id,
    financial_year: financialYearOf(today),
    serial,
    number: receiptNumber(shop.receiptCode, today, serial),
    kind: split.kind,
    issued_at: wish.now,
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
  }
}
