import { liveStates } from '#contract/queue/queue.ts'
import type { StaffTicket } from '#web/data/queue.ts'

/** The staff table in this browser. Lists, the socket and the responses to its own actions update it. */
export interface TableState {
  /** In the order of the table. */
  tickets: readonly StaffTicket[]
  /** The last versions of tickets that have left: an older list must not bring them back. */
  gone: ReadonlyMap<string, number>
  /** The `beat` of each ticket's last change that did not come from a list. */
  touched: ReadonlyMap<string, number>
  /** The number of changes that did not come from a list. */
  beat: number
}

export const emptyTable: TableState = { tickets: [], gone: new Map(), touched: new Map(), beat: 0 }

const ranks: Readonly<Record<StaffTicket['state'], number>> = {
  called: 0,
  serving: 0,
  waiting: 1,
  pending_payment: 2,
  missed: 3,
  booked: 4,
  served: 5,
  no_show: 5,
  cancelled: 5,
  expired: 5,
}

/**
 * The order of the table: called and serving, waiting, cash to pay, missed, booked. Called and serving rows are in the order of their calls, so
 * that a called row keeps its position. Waiting rows are in serving order, booked ones by their slots.
 */
export function tableOrder(tickets: readonly StaffTicket[]): StaffTicket[] {
  const serveAt = (t: StaffTicket) => t.serveAt?.getTime() ?? 0
  const calledAt = (t: StaffTicket) => t.calledAt?.getTime() ?? 0
  const bookedAt = (t: StaffTicket) => t.slot?.startsAt.getTime() ?? 0
  return [...tickets].sort((a, b) => {
    const byRank = ranks[a.state] - ranks[b.state]
    if (byRank !== 0) return byRank
    if (a.state === 'waiting') return serveAt(a) - serveAt(b) || (a.number ?? 0) - (b.number ?? 0)
    return a.state === 'booked' ? bookedAt(a) - bookedAt(b) : calledAt(a) - calledAt(b)
  })
}

const isLive = (t: StaffTicket) => (liveStates as readonly string[]).includes(t.state)

/** Adds or replaces one ticket, unless a newer version is known. `gone` or an ended state removes it from the table. */
export function withTicket(state: TableState, ticket: StaffTicket, gone: boolean): TableState {
  const known = state.tickets.find((t) => t.id === ticket.id)
  if (ticket.version < Math.max(known?.version ?? 0, state.gone.get(ticket.id) ?? 0)) return state
  const beat = state.beat + 1
  const touched = new Map(state.touched).set(ticket.id, beat)
  const others = state.tickets.filter((t) => t.id !== ticket.id)
  if (gone || !isLive(ticket)) return { tickets: others, gone: new Map(state.gone).set(ticket.id, ticket.version), touched, beat }
  return { ...state, tickets: tableOrder([...others, ticket]), touched, beat }
}

/**
 * Applies a whole list. Tickets that changed after the list was requested (`since`, a `beat`) stay, because the list may be older than the
 * change. All other tickets become as in the list.
 */
export function withList(state: TableState, list: readonly StaffTicket[], since: number): TableState {
  const known = new Map(state.tickets.map((t) => [t.id, t]))
  const listed = new Set(list.map((t) => t.id))
  const kept = state.tickets.filter((t) => !listed.has(t.id) && (state.touched.get(t.id) ?? 0) > since)
  const fresh = list.flatMap((t) => {
    if ((state.gone.get(t.id) ?? 0) >= t.version) return []
    const old = known.get(t.id)
    return [old !== undefined && (old.version > t.version || sameTicket(old, t)) ? old : t]
  })
  return { ...state, tickets: tableOrder([...fresh, ...kept]) }
}

/** True if both have the same content. The caller then keeps the old object, so that its row need not render again. */
function sameTicket(a: StaffTicket, b: StaffTicket): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
