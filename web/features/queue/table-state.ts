import { type Lane, liveStates } from '../../../contract/queue.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { StaffTicket } from './api.ts'

/** The staff table as this browser knows it, fed by lists, by the socket and by the answers of its own actions. */
export interface TableState {
  /** In the order of the table. */
  tickets: readonly StaffTicket[]
  /** Tickets that have left, with their last version: an older list must not bring them back. */
  gone: ReadonlyMap<string, number>
  /** When (by `beat`) each ticket last changed other than by a list. */
  touched: ReadonlyMap<string, number>
  /** Counts the single changes. */
  beat: number
}

export const emptyTable: TableState = { tickets: [], gone: new Map(), touched: new Map(), beat: 0 }

/** Minutes by which each lane counts as having joined earlier. */
export type HeadStarts = Readonly<Record<Lane, number>>

/** The head starts of a shop's lanes; a lane that it does not have starts with none. */
export function headStartsOf(lanes: readonly { lane: Lane; headStartMinutes: number }[]): HeadStarts {
  const minutes = (lane: Lane) => lanes.find((one) => one.lane === lane)?.headStartMinutes ?? 0
  return { priority: minutes('priority'), regular: minutes('regular') }
}

/** What shops start with; used where a shop's own could not be read. */
export const USUAL_HEAD_STARTS: HeadStarts = { priority: 10, regular: 0 }

const ranks: Readonly<Record<StaffTicket['state'], number>> = {
  called: 0,
  serving: 0,
  waiting: 1,
  pending_payment: 2,
  missed: 3,
  served: 4,
  no_show: 4,
  cancelled: 4,
  expired: 4,
}

/**
 * The order of the table: called and serving in the order of their calls, so that a called row stays where it stood, then
 * waiting in serving order, cash to pay, missed.
 */
export function tableOrder(tickets: readonly StaffTicket[], headStarts: HeadStarts): StaffTicket[] {
  const serveAt = (t: StaffTicket) => (t.joinedAt?.getTime() ?? 0) - headStarts[t.lane] * MINUTE
  const calledAt = (t: StaffTicket) => t.calledAt?.getTime() ?? 0
  return tickets.toSorted((a, b) => {
    const byRank = ranks[a.state] - ranks[b.state]
    if (byRank !== 0) return byRank
    if (a.state === 'waiting') return serveAt(a) - serveAt(b) || (a.number ?? 0) - (b.number ?? 0)
    return calledAt(a) - calledAt(b)
  })
}

const isLive = (t: StaffTicket) => (liveStates as readonly string[]).includes(t.state)

/** Takes in one ticket, unless a newer version is known; `gone` (or an ended state) takes it off the table. */
export function withTicket(state: TableState, ticket: StaffTicket, gone: boolean, headStarts: HeadStarts): TableState {
  const known = state.tickets.find((t) => t.id === ticket.id)
  if (ticket.version < Math.max(known?.version ?? 0, state.gone.get(ticket.id) ?? 0)) return state
  const beat = state.beat + 1
  const touched = new Map(state.touched).set(ticket.id, beat)
  const others = state.tickets.filter((t) => t.id !== ticket.id)
  if (gone || !isLive(ticket)) return { tickets: others, gone: new Map(state.gone).set(ticket.id, ticket.version), touched, beat }
  return { ...state, tickets: tableOrder([...others, ticket], headStarts), touched, beat }
}

/**
 * Takes in a whole list. What changed after it was asked for (`since`, a `beat`) stays, because the list may be older than that;
 * everything else is as the list says.
 */
export function withList(state: TableState, list: readonly StaffTicket[], since: number, headStarts: HeadStarts): TableState {
  const known = new Map(state.tickets.map((t) => [t.id, t]))
  const listed = new Set(list.map((t) => t.id))
  const kept = state.tickets.filter((t) => !listed.has(t.id) && (state.touched.get(t.id) ?? 0) > since)
  const fresh = list.flatMap((t) => {
    if ((state.gone.get(t.id) ?? 0) >= t.version) return []
    const old = known.get(t.id)
    return [old !== undefined && (old.version > t.version || sameTicket(old, t)) ? old : t]
  })
  return { ...state, tickets: tableOrder([...fresh, ...kept], headStarts) }
}

/** True where nothing that the screen shows differs; keeps the old object, so that its row need not render again. */
function sameTicket(a: StaffTicket, b: StaffTicket): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
