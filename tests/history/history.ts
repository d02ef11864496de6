/**
 * A history: what clients of a running product asked and were told, whatever happened to its processes meanwhile, and what its books say in
 * the end. Method of Jepsen: an operation without an answer is neither done nor undone, but one of the two, and the books decide which.
 */

/** `ok`: acknowledged. `failed`: refused by name, so it must not have happened. `unknown`: no answer, or a 5xx. */
export type Outcome = 'ok' | 'failed' | 'unknown'

/** One operation on one ticket, as its client saw it. */
export interface Operation {
  kind: 'pay' | 'leave' | 'call' | 'complete'
  client: string
  ticketId: string
  outcome: Outcome
  /** What an acknowledged payment was told. */
  told?: { number: number; receiptId: string }
  /** True where an acknowledged call was told that somebody had called before. */
  already?: boolean
}

/** A digest that a screen has shown, in the order it showed them. */
export interface Shown {
  screen: string
  shopId: string
  seq: number
  waiting: number
}

/** What the database holds when everything has come to rest. */
export interface Books {
  tickets: { id: string; shopId: string; serviceDay: string; number: number | null; state: string; callCount: number }[]
  payments: { id: string; ticketId: string; state: string }[]
  receipts: { id: string; shopId: string; ticketId: string; serial: number; tokenNumber: number }[]
  /** How many calls of each ticket stand in its history. */
  calls: { ticketId: string; many: number }[]
  /** The messages that told somebody of a call: which call it was. */
  notices: { ticketId: string; seq: number; state: string }[]
  /** The last digest of each shop as the server tells it now. */
  digests: { shopId: string; waiting: number }[]
}

export interface History {
  operations: Operation[]
  shown: Shown[]
  books: Books
}

const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
const same = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((value, i) => value === b[i])

/** Every promise that the history breaks, in words; none where it breaks none. */
export function brokenPromises(history: History): string[] {
  return [
    ...numbersBroken(history.books),
    ...moneyBroken(history.books),
    ...lost(history),
    ...undeadRefusals(history),
    ...noticesBroken(history.books),
    ...backwards(history),
  ]
}

/** Token numbers of a shop's day are 1, 2, 3 … and the serials of a shop's receipts too. */
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

/** Money that is ours has one number and one receipt, and nobody has a number for nothing. */
function moneyBroken({ tickets, payments, receipts }: Books): string[] {
  const byTicket = Map.groupBy(payments, ({ ticketId }) => ticketId)
  return tickets.flatMap(({ id, number }) => {
    const taken = (byTicket.get(id) ?? []).filter(({ state }) => ['captured', 'refund_pending', 'refunded'].includes(state))
    const proofs = receipts.filter(({ ticketId }) => ticketId === id)
    const agree = taken.length === proofs.length && taken.length === (number === null ? 0 : 1)
    const named = proofs.every(({ tokenNumber }) => tokenNumber === number)
    return agree && named ? [] : [`ticket ${id}: number ${number}, ${taken.length} payments taken, ${proofs.length} receipts`]
  })
}

/** What was acknowledged is in the books. */
function lost({ operations, books }: History): string[] {
  const tickets = new Map(books.tickets.map((ticket) => [ticket.id, ticket]))
  const receipts = new Map(books.receipts.map((receipt) => [receipt.id, receipt]))
  return operations
    .filter(({ outcome }) => outcome === 'ok')
    .flatMap(({ kind, client, ticketId, told }) => {
      const ticket = tickets.get(ticketId)
      if (!ticket) return [`${client}: ticket ${ticketId} is gone`]
      if (kind === 'pay') {
        const kept = told !== undefined && ticket.number === told.number && receipts.get(told.receiptId)?.ticketId === ticketId
        return kept ? [] : [`${client} was told number ${told?.number} of ${ticketId}; the books say ${ticket.number}`]
      }
      if (kind === 'leave') return ticket.state === 'cancelled' ? [] : [`${client} left with ${ticketId}, which is ${ticket.state}`]
      if (kind === 'call') return ticket.callCount > 0 ? [] : [`${client} called ${ticketId}, which was never called`]
      return ticket.state === 'served' ? [] : [`${client} served ${ticketId}, which is ${ticket.state}`]
    })
}

/** What was refused, and never asked again with success or without an answer, has not happened. */
function undeadRefusals({ operations, books }: History): string[] {
  const tickets = new Map(books.tickets.map((ticket) => [ticket.id, ticket]))
  const asked = Map.groupBy(operations, ({ kind, ticketId }) => `${kind} ${ticketId}`)
  return [...asked.values()].flatMap((all) => {
    const [{ kind, ticketId }] = all as [Operation, ...Operation[]]
    const ticket = tickets.get(ticketId)
    if (!ticket || all.some(({ outcome }) => outcome !== 'failed')) return []
    const happened = {
      pay: ticket.number !== null,
      leave: ticket.state === 'cancelled',
      call: ticket.callCount > 0,
      complete: ticket.state === 'served',
    }
    return happened[kind] ? [`${kind} of ${ticketId} was refused each time and has happened all the same`] : []
  })
}

/** Each call is told once: as many calls in the history as the ticket counts, and one message for each. */
function noticesBroken({ tickets, calls, notices }: Books): string[] {
  const inHistory = new Map(calls.map(({ ticketId, many }) => [ticketId, many]))
  return tickets.flatMap(({ id, callCount }) => {
    const told = notices.filter(({ ticketId }) => ticketId === id)
    const different = new Set(told.map(({ seq }) => seq)).size
    if ((inHistory.get(id) ?? 0) !== callCount) return [`ticket ${id} counts ${callCount} calls, its history ${inHistory.get(id) ?? 0}`]
    if (told.length !== callCount || different !== callCount)
      return [`ticket ${id} was called ${callCount} times and told ${told.length} times`]
    // one that has become too old while everything was down is of no use to anybody: it is dropped, and said so on the table
    const settled = told.every(({ state }) => state === 'delivered' || state === 'dropped')
    return settled ? [] : [`a call of ticket ${id} was not delivered`]
  })
}

/** No screen shows an older state after a newer one, and in the end each shows what is. */
function backwards({ shown, books }: History): string[] {
  const truth = new Map(books.digests.map(({ shopId, waiting }) => [shopId, waiting]))
  return [...Map.groupBy(shown, ({ screen, shopId }) => `${screen} of ${shopId}`)].flatMap(([screen, all]) => {
    const last = all.at(-1)
    return [
      ...(all.some(({ seq }, i) => seq < (all[i - 1]?.seq ?? 0)) ? [`${screen} went backwards: ${all.map(({ seq }) => seq)}`] : []),
      ...(last && last.waiting !== truth.get(last.shopId)
        ? [`${screen} shows ${last.waiting} waiting in the end, and there are ${truth.get(last.shopId)}`]
        : []),
    ]
  })
}
