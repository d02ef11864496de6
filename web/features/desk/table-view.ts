import { finds, folded, mobileIn } from '#contract/base/typed.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import type { Desk } from './desk-state.ts'

export const filters = ['all', 'priority', 'regular', 'booked', 'toPay', 'missed'] as const
export type Filter = (typeof filters)[number]

/** A customer with the position in the whole table, from 1. */
export interface Listed {
  id: string
  ticket: StaffTicket
  order: number
}

/** True for a customer whose cash staff can take now. */
export const owesCash = (ticket: StaffTicket): boolean => ticket.state === 'pending_payment' && ticket.cashPaymentId !== null

/** True for a customer who joins the queue later today. They are beside the queue, not in it. */
const isBooked = (ticket: StaffTicket): boolean => ticket.state === 'booked'

const passes: Readonly<Record<Filter, (ticket: StaffTicket) => boolean>> = {
  all: (ticket) => !isBooked(ticket),
  priority: (ticket) => ticket.lane === 'priority' && !isBooked(ticket),
  regular: (ticket) => ticket.lane === 'regular' && !isBooked(ticket),
  booked: (ticket) => isBooked(ticket),
  toPay: (ticket) => owesCash(ticket),
  missed: (ticket) => ticket.state === 'missed',
}

/** Every customer with the position in the table, from 1. Booked customers have their own positions. */
export const listedOf = (tickets: readonly StaffTicket[]): Listed[] =>
  [tickets.filter((ticket) => !isBooked(ticket)), tickets.filter(isBooked)].flatMap((some) =>
    some.map((ticket, i) => ({ id: ticket.id, ticket, order: i + 1 })),
  )

/**
 * The customers who match the filter and the search: words of the name, part of the email, digits of the mobile, or the start of the token number. `#4` is a token
 * number only. The customer with exactly this number comes first, because staff call the first row.
 */
export function seen(listed: readonly Listed[], filter: Filter, search: string): readonly Listed[] {
  const text = folded(search)
  const digits = mobileIn(search).replace(/\D/g, '')
  const isNumber = text.startsWith('#')
  const isExact = (ticket: StaffTicket) => String(ticket.number) === digits
  // The same list, so that the table need not render again.
  if (text === '' && filter === 'all' && !listed.some(({ ticket }) => isBooked(ticket))) return listed
  const found = listed.filter(({ ticket }) => {
    // A search without a filter finds everyone, booked customers too.
    if (!passes[filter](ticket) && (text === '' || filter !== 'all')) return false
    if (text === '') return true
    if (isNumber) return isExact(ticket)
    if (finds(ticket.name, search) || finds(ticket.email, search)) return true
    // Letters in the search mean a name, not a number: `a1` must not find every 1.
    if (digits === '' || /\p{L}/u.test(text)) return false
    return ticket.mobile.includes(digits) || String(ticket.number ?? '').startsWith(digits)
  })
  return found.sort((a, b) => Number(isExact(b.ticket)) - Number(isExact(a.ticket)))
}

/** The number of customers who match each filter. `earlier` are the missed customers who have left the table. */
export const counts = (tickets: readonly StaffTicket[], earlier: readonly StaffTicket[]): Readonly<Record<Filter, number>> => ({
  all: tickets.filter(passes.all).length,
  priority: tickets.filter(passes.priority).length,
  regular: tickets.filter(passes.regular).length,
  booked: tickets.filter(passes.booked).length,
  toPay: tickets.filter(passes.toPay).length,
  missed: tickets.filter(passes.missed).length + earlier.length,
})

/**
 * The filters to offer. Lanes without customers, a lane that holds everyone, and an empty *Booked* and *To pay* are left out to save space, unless
 * they are chosen.
 */
export function filtersToOffer(held: Readonly<Record<Filter, number>> | undefined, chosen: Filter): Filter[] {
  const tells = (filter: Filter) => held !== undefined && held[filter] > 0 && !(isLane(filter) && held[filter] === held.all)
  return filters.filter((filter) => filter === 'all' || filter === 'missed' || filter === chosen || tells(filter))
}

const isLane = (filter: Filter): boolean => filter === 'priority' || filter === 'regular'

/** What the rows of the table show of the desk's state; not its log, which grows with every change. */
export type Marks = Pick<Desk, 'calling' | 'failed' | 'acting' | 'bridged'>

/** True if the ticket is called on the server, its call is in flight, or it was pressed just before a reload. */
export const isClicked = (ticket: StaffTicket, desk: Pick<Marks, 'calling' | 'bridged'>): boolean =>
  ticket.clicked || desk.calling.has(ticket.id) || (desk.bridged.has(ticket.id) && ticket.state === 'waiting')

/** The customer whom `Call next` would call: the first waiting one whose call is not in flight. */
export const nextOf = (tickets: readonly StaffTicket[], desk: Desk): StaffTicket | null =>
  tickets.find((ticket) => ticket.state === 'waiting' && !isClicked(ticket, desk)) ?? null

/** The called and serving customers, the newest call first. */
export const calledOf = (tickets: readonly StaffTicket[]): StaffTicket[] =>
  tickets
    .filter((ticket) => ticket.state === 'called' || ticket.state === 'serving')
    .sort((a, b) => (b.calledAt?.getTime() ?? 0) - (a.calledAt?.getTime() ?? 0))

export const waitingOf = (tickets: readonly StaffTicket[]): number => tickets.filter(({ state }) => state === 'waiting').length
