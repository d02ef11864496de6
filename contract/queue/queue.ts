/** See the diagram in `docs/architecture.md`. */
export const ticketStates = [
  'pending_payment',
  // has a token number, and joins the queue when its slot starts
  'booked',
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

/** The ticket has not ended. There is one such ticket per mobile, shop and service day. */
export const liveStates = ['pending_payment', 'booked', 'waiting', 'called', 'serving', 'missed'] as const satisfies TicketState[]

export type StaffAction = 'call' | 'arrive' | 'recall' | 'extend' | 'complete' | 'no_show' | 'undo'

/** `miss` is the automatic step when the time is up. */
export const undoableActions = ['call', 'arrive', 'complete', 'no_show', 'miss'] as const
export type UndoableAction = (typeof undoableActions)[number]

/** The delivery state of the last call's notice. */
export type NoticeState = 'queued' | 'sent' | 'delivered' | 'failed'

/** Unless the shop set another. */
export const DEFAULT_COUNTDOWN_SECONDS = 180
export const MOST_RECALLS = 3
/** Unless staff give another number. */
export const DEFAULT_EXTENSION_MINUTES = 2
/** Only the last staff action can be undone. */
export const UNDO_MINUTES = 10
/** An unpaid ticket is held for this long. */
export const HOLD_MINUTES = 15
/** Per mobile, shop and service day, so that joining and leaving for fun cannot use up the numbers. */
export const TICKETS_A_DAY = 10
/** For this long, a missed ticket stays on the staff table. */
export const MISSED_MINUTES = 10

/**
 * `open`: the time is not over. `kept`: a call came in time. `broken`: no call came in time. `ended`: the ticket ended before the time, or
 * the shop did not have the fee any more.
 */
export const promiseStates = ['open', 'kept', 'broken', 'ended'] as const
export type PromiseState = (typeof promiseStates)[number]
export const LONGEST_PROMISE_MINUTES = 240

/** Shoppers read the reason. */
export const pauseReasons = ['technical', 'break', 'busy', 'ask_staff'] as const
export type PauseReason = (typeof pauseReasons)[number]
/** The longest pause. */
export const PAUSE_HOURS = 24

/** `counters_closed` is automatic: the shop has counters, and none of them is open. */
export interface Paused {
  reason: PauseReason | 'counters_closed'
  /** ISO 8601: when it ends automatically; null if staff end it. Text, so that it is the same on both sides of the wire. */
  until: string | null
}

export interface Countdown {
  /** Epoch ms by the server's clock. */
  startTime: number
  /** Seconds. */
  duration: number
}
