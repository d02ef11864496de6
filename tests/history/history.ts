import { type Hold, PATIENCE_MS } from './held-row.ts'

/**
 * What clients of a running product asked and were told, whatever happened to its processes, and what its books say at the end. The method
 * is that of Jepsen: an operation without an answer may be done or not done, and the books decide which.
 */

/** `ok`: acknowledged. `failed`: refused with a code, so it must not have happened. `unknown`: no answer, or a 5xx. */
export type Outcome = 'ok' | 'failed' | 'unknown'

/** One operation on one ticket, as its client saw it. */
export interface Operation {
  kind: 'join' | 'pay' | 'leave' | 'call' | 'arrive' | 'complete'
  client: string
  ticketId: string
  outcome: Outcome
  /** The time of the answer, epoch ms. */
  at: number
  /** The token number in the answer to an acknowledged join of a free shop or payment, and the receipt of a payment. */
  told?: { number: number; receiptId?: string }
  /** True if the answer to an acknowledged call says that the ticket was called before. */
  already?: boolean
}

/** A digest that a screen has shown; a list of them is in the order of showing. */
export interface Shown {
  screen: string
  shopId: string
  seq: number
  waiting: number
}

/** The database when no work is left. */
export interface Books {
  tickets: {
    id: string
    shopId: string
    serviceDay: string
    mobile: string
    number: number | null
    state: string
    callCount: number
    counterId: string | null
  }[]
  payments: { id: string; ticketId: string; state: string }[]
  receipts: { id: string; shopId: string; ticketId: string; serial: number; tokenNumber: number }[]
  /** Calls and recalls in the history of each ticket. */
  calls: { ticketId: string; many: number }[]
  /** The messages of calls; `seq` says which call. */
  notices: { ticketId: string; seq: number; state: string }[]
  /** The true number of waiting tickets, for comparison with the digests. */
  digests: { shopId: string; waiting: number }[]
}

export interface History {
  operations: Operation[]
  readAt: number
  /** The countdown of a call in these shops, in ms; no one gets more time than that. */
  countdownMs: number
  /** Shops that charge nothing: a join gets its number at once. */
  freeShops: readonly string[]
  holds: readonly Hold[]
  shown: Shown[]
  books: Books
}

const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
const same = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((value, i) => value === b[i])

/** Returns a sentence for each broken promise; none if the history keeps them all. */
export function brokenPromises(history: History): string[] {
  return [
    ...numbersBroken(history.books),
    ...moneyBroken(history),
    ...secondTickets(history.books),
    ...lost(history),
    ...undeadRefusals(history),
    ...noticesBroken(history.books),
    ...heldUp(history),
    ...missedEarly(history),
    ...countersBroken(history.books),
    ...backwards(history),
  ]
}

/** Token numbers of a shop's service day are 1, 2, 3 …, and so are the serials of its receipts. */
function numbersBroken({ tickets, receipts }: Books): string[] {
  const numbered = tickets.filter(({ number }) => number !== null)
  const days = Map.groupBy(numbered, ({ shopId, serviceDay }) => `${shopId} on ${serviceDay}`)
  const shops = Map.groupBy(receipts, ({ shopId }) => shopId)
  return [
    ...[...days].flatMap(([day, all]) => {
      const numbers = sorted(all.map(({ number }) => number ?? 0))
      return same(numbers, oneTo(numbers.length)) ? [] : [`the token numbers of ${day} have a gap or a duplicate: ${numbers}`]
    }),
    ...[...shops].flatMap(([shop, all]) => {
      const serials = sorted(all.map(({ serial }) => serial))
      return same(serials, oneTo(serials.length)) ? [] : [`the receipts of ${shop} have a gap or a duplicate: ${serials}`]
    }),
  ]
}

/** However often a join was repeated, a mobile has at most one live ticket at a shop on a service day. */
function secondTickets({ tickets }: Books): string[] {
  const live = tickets.filter(({ state }) => ['pending_payment', 'waiting', 'called', 'serving'].includes(state))
  return [...Map.groupBy(live, ({ shopId, serviceDay, mobile }) => `${shopId} ${serviceDay} ${mobile}`).values()].flatMap((all) =>
    all.length < 2 ? [] : [`one mobile has ${all.length} live tickets: ${all.map(({ id }) => id)}`],
  )
}

/** Each captured payment has one token number and one receipt, and no ticket has a number without a payment, except at a free shop. */
function moneyBroken({ books: { tickets, payments, receipts }, freeShops }: History): string[] {
  const byTicket = Map.groupBy(payments, ({ ticketId }) => ticketId)
  return tickets.flatMap(({ id, shopId, number }) => {
    const taken = (byTicket.get(id) ?? []).filter(({ state }) => ['captured', 'refund_pending', 'refunded'].includes(state))
    const proofs = receipts.filter(({ ticketId }) => ticketId === id)
    const agree = taken.length === proofs.length && taken.length === (number === null || freeShops.includes(shopId) ? 0 : 1)
    const named = proofs.every(({ tokenNumber }) => tokenNumber === number)
    return agree && named ? [] : [`ticket ${id}: number ${number}, ${taken.length} payments taken, ${proofs.length} receipts`]
  })
}

function lost({ operations, books }: History): string[] {
  const tickets = new Map(books.tickets.map((ticket) => [ticket.id, ticket]))
  const receipts = new Map(books.receipts.map((receipt) => [receipt.id, receipt]))
  return operations
    .filter(({ outcome }) => outcome === 'ok')
    .flatMap(({ kind, client, ticketId, told }) => {
      const ticket = tickets.get(ticketId)
      if (!ticket) return [`${client}: ticket ${ticketId} is gone`]
      if (kind === 'pay' || kind === 'join') {
        const isProven = kind === 'join' || receipts.get(told?.receiptId ?? '')?.ticketId === ticketId
        const kept = told !== undefined && ticket.number === told.number && isProven
        return kept ? [] : [`${client} was told number ${told?.number} for ${ticketId}; the books say ${ticket.number}`]
      }
      if (kind === 'leave') return ticket.state === 'cancelled' ? [] : [`${client} left with ${ticketId}, but it is ${ticket.state}`]
      if (kind === 'call') return ticket.callCount > 0 ? [] : [`${client} called ${ticketId}, but it was never called`]
      if (kind === 'arrive')
        return ['serving', 'served'].includes(ticket.state) ? [] : [`${client} had ${ticketId} at the counter, but it is ${ticket.state}`]
      return ticket.state === 'served' ? [] : [`${client} served ${ticketId}, but it is ${ticket.state}`]
    })
}

/** An operation has not happened if each try of it was refused. */
function undeadRefusals({ operations, books }: History): string[] {
  const tickets = new Map(books.tickets.map((ticket) => [ticket.id, ticket]))
  const asked = Map.groupBy(operations, ({ kind, ticketId }) => `${kind} ${ticketId}`)
  return [...asked.values()].flatMap((all) => {
    const [{ kind, ticketId }] = all as [Operation, ...Operation[]]
    const ticket = tickets.get(ticketId)
    if (!ticket || all.some(({ outcome }) => outcome !== 'failed')) return []
    const happened = {
      join: ticket.number !== null,
      pay: ticket.number !== null,
      leave: ticket.state === 'cancelled',
      call: ticket.callCount > 0,
      arrive: ticket.state === 'serving',
      complete: ticket.state === 'served',
    }
    return happened[kind] ? [`${kind} of ${ticketId} was refused each time and has happened anyway`] : []
  })
}

/** The ticket counts as many calls as its history has, with one message for each. */
function noticesBroken({ tickets, calls, notices }: Books): string[] {
  const inHistory = new Map(calls.map(({ ticketId, many }) => [ticketId, many]))
  return tickets.flatMap(({ id, callCount }) => {
    const told = notices.filter(({ ticketId }) => ticketId === id)
    const different = new Set(told.map(({ seq }) => seq)).size
    if ((inHistory.get(id) ?? 0) !== callCount) return [`ticket ${id} has ${callCount} calls, its history ${inHistory.get(id) ?? 0} calls`]
    if (told.length !== callCount || different !== callCount)
      return [`ticket ${id} was called ${callCount} times, but has ${told.length} messages`]
    // A message that became too old during an outage is useless: it is dropped, and the staff table says so.
    const settled = told.every(({ state }) => state === 'delivered' || state === 'dropped')
    return settled ? [] : [`a call of ticket ${id} was not delivered`]
  })
}

/** While a row of one shop is locked, shoppers at other shops still pay and get their token numbers. */
function heldUp({ operations, holds, books }: History): string[] {
  const shopOf = new Map(books.tickets.map(({ id, shopId }) => [id, shopId]))
  const paid = operations.filter(({ kind, outcome }) => kind === 'pay' && outcome === 'ok')
  return holds.flatMap(({ shopId, row, from, to }) =>
    paid.some(({ at, ticketId }) => at > from + PATIENCE_MS && at <= to && shopOf.get(ticketId) !== shopId)
      ? []
      : [`while ${row} of ${shopId} was held, no one at another shop could pay`],
  )
}

/** No ticket is missed before the countdown of its last call is over, whatever the clock of a node says. */
function missedEarly({ operations, books, readAt, countdownMs }: History): string[] {
  const calls = Map.groupBy(
    operations.filter(({ kind }) => kind === 'call'),
    ({ ticketId }) => ticketId,
  )
  return books.tickets.flatMap(({ id, state }) => {
    const last = Math.max(...(calls.get(id) ?? []).map(({ at }) => at))
    const early = state === 'missed' && readAt - last < countdownMs
    return early ? [`ticket ${id} was missed at most ${readAt - last} ms after its call`] : []
  })
}

/** A counter never holds two people. */
function countersBroken({ tickets }: Books): string[] {
  const there = tickets.filter(({ state, counterId }) => counterId !== null && ['called', 'serving'].includes(state))
  return [...Map.groupBy(there, ({ counterId }) => counterId)].flatMap(([counterId, all]) =>
    all.length < 2 ? [] : [`${all.length} people are at counter ${counterId}: ${all.map(({ id }) => id)}`],
  )
}

/** No screen shows an older state after a newer one, and at the end each shows the true state. */
function backwards({ shown, books }: History): string[] {
  const truth = new Map(books.digests.map(({ shopId, waiting }) => [shopId, waiting]))
  return [...Map.groupBy(shown, ({ screen, shopId }) => `${screen} of ${shopId}`)].flatMap(([screen, all]) => {
    const last = all.at(-1)
    return [
      ...(all.some(({ seq }, i) => seq < (all[i - 1]?.seq ?? 0)) ? [`${screen} went backwards: ${all.map(({ seq }) => seq)}`] : []),
      ...(last && last.waiting !== truth.get(last.shopId)
        ? [`${screen} shows ${last.waiting} waiting in the end, but there are ${truth.get(last.shopId)}`]
        : []),
    ]
  })
}
