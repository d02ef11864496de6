import type { StaffTicket } from './api.ts'
import type { Desk } from './desk-memory.ts'

export const filters = ['all', 'priority', 'regular', 'missed'] as const
export type Filter = (typeof filters)[number]

/** A customer with the place in the whole table, from 1. */
export interface Listed {
  id: string
  ticket: StaffTicket
  order: number
}

const passes: Readonly<Record<Filter, (ticket: StaffTicket) => boolean>> = {
  all: () => true,
  priority: (ticket) => ticket.lane === 'priority',
  regular: (ticket) => ticket.lane === 'regular',
  missed: (ticket) => ticket.state === 'missed',
}

/** Every customer with the place in the table; the same objects for the same list. */
export const listedOf = (tickets: readonly StaffTicket[]): Listed[] => tickets.map((ticket, i) => ({ id: ticket.id, ticket, order: i + 1 }))

/** What the filter and the search let through: a part of the name or email, digits of the mobile, or the token number. */
export function seen(listed: readonly Listed[], filter: Filter, search: string): readonly Listed[] {
  const text = search.trim().toLocaleLowerCase()
  const digits = text.replace(/\D/g, '')
  if (text === '' && filter === 'all') return listed
  return listed.filter(({ ticket }) => {
    if (!passes[filter](ticket)) return false
    if (text === '') return true
    if (ticket.name.toLocaleLowerCase().includes(text) || ticket.email.toLocaleLowerCase().includes(text)) return true
    // Letters in the search mean a name, not a number: `a1` must not find every 1.
    if (digits === '' || /\p{L}/u.test(text)) return false
    return ticket.mobile.includes(digits) || String(ticket.number ?? '').startsWith(digits)
  })
}

/** How many each filter lets through; `earlier` are those missed who have left the table. */
export const counts = (tickets: readonly StaffTicket[], earlier: readonly StaffTicket[]): Readonly<Record<Filter, number>> => ({
  all: tickets.length,
  priority: tickets.filter(passes.priority).length,
  regular: tickets.filter(passes.regular).length,
  missed: tickets.filter(passes.missed).length + earlier.length,
})

/** Pressed: called as the server knows it, being called, or pressed before a reload that has just happened. */
export const isClicked = (ticket: StaffTicket, desk: Desk): boolean =>
  ticket.clicked || desk.calling.has(ticket.id) || (desk.bridged.has(ticket.id) && ticket.state === 'waiting')

/** Whom `Call next` would call: the first waiting one that is not being called. */
export const nextOf = (tickets: readonly StaffTicket[], desk: Desk): StaffTicket | null =>
  tickets.find((ticket) => ticket.state === 'waiting' && !isClicked(ticket, desk)) ?? null

/** The called and serving customers, the newest call first. */
export const calledOf = (tickets: readonly StaffTicket[]): StaffTicket[] =>
  tickets
    .filter((ticket) => ticket.state === 'called' || ticket.state === 'serving')
    .toSorted((a, b) => (b.calledAt?.getTime() ?? 0) - (a.calledAt?.getTime() ?? 0))
