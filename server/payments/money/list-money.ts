import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { MoneyState } from '#contract/payments/money.ts'
import type { MoneyPaper, MoneyPayment } from '#contract/payments/money-calls.ts'
import { accountsByIds } from '#server/accounts/manage-accounts.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { cursorOf, valuesOf } from '#server/kit/cursor.ts'
import { amountsOf, taxKindOn } from '#server/payments/receipts/read-receipt.ts'
import { stepsOf } from '#server/queue/read-day.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'
import { type PaidOn, ticketIdsSought } from '#server/queue/read-tickets.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { receiptSeriesCoded } from '#server/shops/receipt-codes.ts'
import { historyOf, type Recorded } from './history-rules.ts'
import * as histories from './history-store.ts'
import type { DaysAsked } from './read-money.ts'
import { numberIn, soughtBy } from './rules.ts'
import { daysOf, type Scope, scopeFor } from './scope.ts'
import * as store from './store.ts'
import { newestFirst, type Position } from './stretch-rules.ts'

/** A search looks at all days unless days are given. */
interface ListAsked extends DaysAsked {
  state?: MoneyState | undefined
  search?: string | undefined
  cursor?: string | undefined
}

const PAGE = 50

/**
 * Returns a page, newest first, each payment with its history. Refuses as `readMoney` does, and with `invalid_input` for an unknown cursor.
 */
export const listMoney = (
  deps: Deps,
  caller: SignedIn,
  id: string,
  asked: ListAsked,
): Promise<{ payments: MoneyPayment[]; next: string | null }> =>
  together(deps.db, async (db) => {
    const scope = await scopeFor(db, caller, id)
    const page = await pageOf(db, scope, asked, deps.clock.now())
    return { payments: await withHistories(db, scope, page.payments, page.strays), next: page.next }
  })

interface Page {
  payments: store.ListedPayment[]
  strays: store.Stray[]
  next: string | null
}

/** A page has both payments and money without an order, in one order by time. */
async function pageOf(db: Reader, { mall, shops, isMall }: Scope, asked: ListAsked, now: Date): Promise<Page> {
  // A cell of our own file may begin with an apostrophe (server/kit/csv.ts).
  const search = (asked.search ?? '').replace(/^'/, '')
  const isEver = search !== '' && asked.from === undefined && asked.to === undefined
  const days = isEver ? null : daysOf(asked, mall, now)
  const shopIds = shops.map((shop) => shop.id)
  const limits = { from: days?.begins ?? null, before: days?.ends ?? null }
  const after = asked.cursor === undefined ? null : positionOf(asked.cursor)
  const state = asked.state ?? null
  const ids = search === '' ? null : await idsSought(db, mall.id, shopIds, search, days, now)
  const wanted = { ...limits, state, after, most: PAGE + 1 }
  const [payments, strays] = await Promise.all([
    state === 'orphan' ? [] : store.pageOfPayments(db, { ...wanted, shopIds, ids }),
    isMall ? store.pageOfStrays(db, { ...wanted, mallId: mall.id, name: search === '' ? null : search }) : [],
  ])
  const all = [...payments, ...strays].sort(newestFirst)
  const listed = new Set(all.slice(0, PAGE).map((one) => one.id))
  const last = all[PAGE - 1]
  return {
    payments: payments.filter((one) => listed.has(one.id)),
    strays: strays.filter((one) => listed.has(one.id)),
    next: all.length > PAGE && last ? cursorOf(last.at.toISOString(), last.id) : null,
  }
}

function positionOf(cursor: string): Position {
  const [at = '', id = ''] = valuesOf(cursor, 2) ?? []
  const position = { at: new Date(at), id }
  if (Number.isNaN(position.at.getTime()) || !/^[a-z0-9-]{1,200}$/i.test(id))
    throw new Refusal('invalid_input', { sentence: 'This page does not exist. Please begin with the first one.' })
  return position
}

async function idsSought(
  db: Reader,
  mallId: string,
  shopIds: readonly string[],
  search: string,
  days: PaidOn | null,
  now: Date,
): Promise<string[]> {
  const number = numberIn(search)
  const [ticketIds, series] = await Promise.all([
    ticketIdsSought(db, shopIds, soughtBy(search), days, now),
    number === null ? [] : receiptSeriesCoded(db, shopIds, number.code),
  ])
  return store.paymentsFound(db, { ticketIds, name: search, mallId, series })
}

/** The number of statements does not depend on the number of payments. */
async function withHistories(
  db: Reader,
  { mall, shops }: Scope,
  payments: readonly store.ListedPayment[],
  strays: readonly store.Stray[],
): Promise<MoneyPayment[]> {
  const ids = payments.map(({ id }) => id)
  // Most payments were never refunded. Each look for a refund that does not exist reads pages of an index for nothing.
  const refunded = new Set(payments.flatMap(({ id, refundedPaise, duePaise }) => (refundedPaise + duePaise > 0 ? [id] : [])))
  const atVendors = payments.flatMap(({ id, vendorPaymentId }) => (vendorPaymentId === null ? [] : [id]))
  const [tickets, attempts, refunds, receipts, fees] = await Promise.all([
    ticketsByIds(
      db,
      payments.map(({ ticketId }) => ticketId),
    ),
    histories.attemptsOf(db, ids),
    histories.refundsOf(db, [...refunded]),
    histories.receiptsOf(db, ids),
    atVendors.length === 0 ? [] : histories.feesOf(db, atVendors),
  ])
  const subjects = [...payments, ...strays].flatMap(namesOf)
  const left = tickets.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : []))
  const steps = left.length === 0 ? [] : await stepsOf(db, left)
  const people = [...attempts, ...refunds, ...steps].flatMap(({ actorKind, actorId }) => (actorKind === 'account' ? (actorId ?? []) : []))
  const [events, notes, accounts] = await Promise.all([
    histories.eventsAbout(db, mall.id, [...subjects, ...refunds.map(({ id }) => id)]),
    histories.notesOf(
      db,
      receipts.flatMap((receipt) => (refunded.has(receipt.paymentId) ? [receipt.id] : [])),
    ),
    accountsByIds(db, people),
  ])
  const names = new Map([...accounts].map(([id, { name }]) => [id, name]))
  const shopNames = new Map(shops.map((shop) => [shop.id, shop.name]))
  const ticketsById = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const attemptsById = Map.groupBy(attempts, (one) => one.paymentId)
  const eventsBySubject = Map.groupBy(events, (one) => one.subject)
  const receiptsById = new Map(receipts.map((one) => [one.paymentId, one]))
  const refundsById = Map.groupBy(refunds, (one) => one.paymentId)
  const feesById = new Map(fees.map((one) => [one.paymentId, one.feePaise]))
  const notesById = Map.groupBy(notes, (one) => one.receiptId)

  const listed = payments.map(({ orderedAt, ...payment }): MoneyPayment => {
    const ticket = ticketsById.get(payment.ticketId)
    const receipt = receiptsById.get(payment.id)
    const own = receipt ? (notesById.get(receipt.id) ?? []) : []
    const returned = refundsById.get(payment.id) ?? []
    const about = [...namesOf(payment), ...returned.map((one) => one.id)]
    return {
      ...payment,
      shopName: shopNames.get(payment.shopId) ?? null,
      token: ticket?.number ?? null,
      lane: ticket?.lane ?? null,
      name: ticket?.name ?? null,
      mobile: ticket?.mobile ?? null,
      feePaise: feesById.get(payment.id) ?? 0,
      receipt: receipt ? receiptIn(receipt) : null,
      refunds: returned.map(refundOf),
      creditNotes: own.map(noteIn),
      history: historyOf(
        {
          ordered: { at: orderedAt, amountPaise: payment.amountPaise },
          attempts: (attemptsById.get(payment.id) ?? []).map(attemptOf),
          told: about.flatMap((subject) => (eventsBySubject.get(subject) ?? []).map(toldOf)),
          refunds: returned.map(begunOf),
          papers: [
            ...(receipt ? [{ ...numbered(receipt), kind: 'receipt' as const }] : []),
            ...own.map((note) => ({ ...numbered(note), kind: 'note' as const })),
          ],
          ended: endOf(ticket, steps),
        },
        names,
      ),
    }
  })
  const lost = strays.map((stray): MoneyPayment => {
    const told = namesOf(stray).flatMap((subject) => (eventsBySubject.get(subject) ?? []).map(toldOf))
    return {
      ...stray,
      ...{ shopId: null, shopName: null, ticketId: null, token: null, lane: null, name: null, mobile: null, receipt: null },
      ...{ duePaise: 0, refunds: [], creditNotes: [] },
      // It has no order, so what the vendor told is all of its history.
      history: historyOf(
        { ordered: { at: stray.at, amountPaise: stray.amountPaise }, attempts: [], told, refunds: [], papers: [], ended: null },
        names,
      ).slice(1),
    }
  })
  return [...listed, ...lost].sort(newestFirst)
}

/** The vendor's. */
const namesOf = ({ vendorOrderId, vendorPaymentId }: { vendorOrderId: string | null; vendorPaymentId: string | null }): string[] =>
  [vendorOrderId, vendorPaymentId].filter((name) => name !== null)

type Attempt = Awaited<ReturnType<typeof histories.attemptsOf>>[number]
const attemptOf = ({ kind, actorKind, actorId, detail, at }: Attempt) => ({ kind, actor: { kind: actorKind, id: actorId }, detail, at })

type Event = Awaited<ReturnType<typeof histories.eventsAbout>>[number]
const toldOf = ({ receivedAt: at, gateway, about, outcome }: Event) => ({ at, gateway, about, outcome })

type Refund = Awaited<ReturnType<typeof histories.refundsOf>>[number]
const refundOf = (row: Refund) => ({
  ...{ id: row.id, amountPaise: row.amountPaise, state: row.state, kind: row.kind, reason: row.reason },
  ...{ createdAt: row.createdAt, settledAt: row.settledAt, vendorRefundId: row.vendorRefundId, bankReference: row.bankReference },
})
const begunOf = ({ createdAt: at, kind, reason, actorKind, actorId, amountPaise }: Refund) => ({
  ...{ at, kind, reason, actor: { kind: actorKind, id: actorId }, amountPaise },
})

type Receipt = Awaited<ReturnType<typeof histories.receiptsOf>>[number]
type Note = Awaited<ReturnType<typeof histories.notesOf>>[number]
type Paper = Receipt | Note
export const paperOf = ({ id, code, number, kind, totalPaise, issuedAt }: Paper): MoneyPaper => ({
  ...{ id, code, number, kind, totalPaise, issuedAt },
})
const receiptIn = (row: Receipt) => ({
  ...paperOf(row),
  ...amountsOf(row),
  ...{ kind: row.kind, taxKind: taxKindOn(row), taxBasisPoints: row.taxBasisPoints },
})
const noteIn = (row: Note) => ({ ...paperOf(row), ...amountsOf(row), kind: row.kind })
const numbered = ({ issuedAt: at, number, totalPaise: amountPaise }: Paper) => ({ at, number, amountPaise })

function endOf(ticket: Ticket | undefined, steps: Awaited<ReturnType<typeof stepsOf>>): Recorded['ended'] {
  if (!ticket?.endedAt) return null
  const at = ticket.endedAt
  if (ticket.state === 'cancelled') {
    const step = steps.findLast(({ ticketId, action }) => ticketId === ticket.id && action === 'cancel')
    return { at, kind: 'left', actor: { kind: step?.actorKind ?? 'system', id: step?.actorId ?? null } }
  }
  // A ticket without a number ended with its hold, as its order did.
  return ticket.state === 'expired' && ticket.number !== null ? { at, kind: 'ended', actor: { kind: 'system', id: null } } : null
}
