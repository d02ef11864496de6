import type { RefusalCode } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import type { TicketEventKind } from '#contract/events.ts'
import type { Lane, NoticeState, PromiseState, TicketState } from '#contract/queue/queue.ts'
import type { TicketSlot } from '#contract/slots/slots.ts'

type Slot = Pick<TicketSlot, 'startsAt' | 'endsAt'>

export interface Ticket {
  id: string
  mallId: string
  shopId: string
  serviceDay: string
  mobile: string
  name: string
  email: string
  locale: Locale
  state: TicketState
  lane: Lane
  number: number | null
  serveKey: Date | null
  version: number
  wishedCounterId: string | null
  counterId: string | null
  createdAt: Date
  holdUntil: Date | null
  joinedAt: Date | null
  calledAt: Date | null
  /** How often this person was called or recalled; it is the number of the message of each. */
  callCount: number
  /** How often the person was recalled since the last call. */
  recallCount: number
  callStartedAt: Date | null
  callSeconds: number | null
  callEndsAt: Date | null
  /** When a called ticket becomes missed automatically. */
  graceEndsAt: Date | null
  callUndoneAt: Date | null
  endedAt: Date | null
  noticeState: NoticeState | null
  cashPaymentId: string | null
  dueAmountPaise: number | null
  /** The service promise of the last order, in minutes from joining; null if it promised nothing. */
  promiseMinutes: number | null
  promisedUntil: Date | null
  /** Null without a promise, or before it begins. */
  promiseState: PromiseState | null
  /** The slot of the ticket: held while it is unpaid, booked after that. It stays when the ticket has joined or ended. */
  slotStartsAt: Date | null
  slotEndsAt: Date | null
  /** The end of its first hold of a slot. */
  slotHoldUntil: Date | null
  slotMoves: number
  slotRemindedAt: Date | null
  /** A person who leaves after this gets no fee back; null if only a call ends that. It outlives the slot: who joins now instead keeps it. */
  refundUntil: Date | null
}

export type Numbered = Ticket & { number: number }

/** In the `graceMinutes` after its end, the ticket is not missed yet. */
export interface Countdown {
  seconds: number
  graceMinutes: number
}

/** Where a ticket goes when its slot changes. `number` and `serviceDay` are other ones if the slot is on another day. */
interface Target {
  serviceDay: string
  number: number
}

/** `issue` gives the ticket its number: the fee is captured, or it is zero. */
export type Action =
  | { kind: 'issue'; number: number; joinedAt: Date; lane: Lane; headStartMinutes: number }
  // holds a place in a slot, or gives it back; `until` is the end of a first hold
  | { kind: 'hold'; slot: Slot | null; serviceDay: string; until: Date; moveUntilMinutes: number }
  // gives a ticket that has its number a slot, or another one
  | ({ kind: 'book'; slot: Slot; headStartMinutes: number; moveUntilMinutes: number } & Target)
  // a booked ticket joins before its slot
  | ({ kind: 'join_now'; joinedAt: Date; headStartMinutes: number } & Target)
  // its slot starts
  | { kind: 'begin' }
  | ({ kind: 'call'; counterId: string | null } & Countdown)
  // the person is at the counter, or has come before the slot of today that they booked; `today` is the mall's local date now
  | { kind: 'arrive'; counterId: string | null; today: string }
  // `rungAt`: when staff last recalled this person
  | ({ kind: 'recall'; rungAt: Date | null } & Countdown)
  // a new countdown from now, with another duration and without a message
  | ({ kind: 'restart' | 'extend' } & Countdown)
  | { kind: 'complete' }
  | { kind: 'no_show' }
  // `next`: the counter calls the next person
  | { kind: 'miss'; next?: true }
  | { kind: 'cancel' }
  // it was held without payment for too long
  | { kind: 'lapse' }
  // the owner ends a booking because the shop is closed at its time
  | { kind: 'close' }
  // its service day is over; `today` is the mall's local date now
  | { kind: 'expire'; today: string }

export type Change = Partial<Omit<Ticket, 'id' | 'mallId' | 'shopId' | 'mobile' | 'name' | 'email' | 'locale' | 'version'>>

export type Decision = { change: Change; event: TicketEventKind } | { refused: RefusalCode } | { already: true }

/** What became of the tickets of a day: of all shops, of one shop, or of one hour of the mall's clocks. */
export interface TicketFigures {
  shopId: string | null
  hour: number | null
  tokens: number
  served: number
  missed: number
  left: number
  open: number
  /** The median wait in seconds of those who were called. */
  wait: number | null
}
