/** The states of a ticket, in the order of its life. See the picture in `docs/architecture.md`. */
export const ticketStates = [
  'pending_payment',
  'waiting',
  'called',
  'serving',
  'served',
  'missed',
  'no_show',
  'cancelled',
  'expired',
] as const
export type TicketState = (typeof ticketStates)[number]

export type Lane = 'priority' | 'regular'

/** States in which a ticket still stands in today's queue: one such ticket per mobile, shop and service day. */
export const liveStates = ['pending_payment', 'waiting', 'called', 'serving', 'missed'] as const satisfies TicketState[]

/** What staff do to a ticket. */
export type StaffAction = 'call' | 'complete' | 'no_show' | 'undo'

/** How far the notice of the last call has got. */
export type NoticeState = 'queued' | 'sent' | 'delivered' | 'failed'

/** The countdown (seconds) that a call starts, unless the shop set another. */
export const DEFAULT_COUNTDOWN_SECONDS = 180
/** Minutes within which the last staff action can be undone. */
export const UNDO_MINUTES = 10
/** Minutes that a place is held without payment. */
export const HOLD_MINUTES = 15
/** Tickets that one mobile may take at one shop on a service day: who joins and leaves for fun must not use its numbers up. */
export const TICKETS_A_DAY = 10
/** Minutes that a missed ticket stays on the staff table. */
export const MISSED_MINUTES = 10

/** A running countdown: absolute, by the server's clock. */
export interface Countdown {
  /** Epoch ms by the server's clock. */
  startTime: number
  /** Seconds. */
  duration: number
}
