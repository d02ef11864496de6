import type { RefusalCode } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import type { TicketEventKind } from '#contract/events.ts'
import {
  type Lane,
  MOST_RECALLS,
  type NoticeState,
  type TicketState,
  UNDO_MINUTES,
  type UndoableAction,
  undoableActions,
} from '#contract/queue/queue.ts'

/** A ticket as the rules see it. */
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
  /** When staff undid the last call. */
  callUndoneAt: Date | null
  endedAt: Date | null
  noticeState: NoticeState | null
  cashPaymentId: string | null
  dueAmountPaise: number | null
}

/** A ticket that has its token number. */
export type Numbered = Ticket & { number: number }

/** The settings of a countdown: its seconds, and the minutes after its end in which the ticket is not missed yet. */
interface Countdown {
  seconds: number
  graceMinutes: number
}

/** An action on a ticket. `issue` gives it its number: the fee is captured, or there is no fee. */
export type Action =
  | { kind: 'issue'; number: number; joinedAt: Date; lane: Lane; headStartMinutes: number }
  | ({ kind: 'call'; counterId: string | null } & Countdown)
  // the person is at the counter
  | { kind: 'arrive'; counterId: string | null }
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
  // its service day is over; `today` is the mall's local date now
  | { kind: 'expire'; today: string }

/** The fields that an action changes; the rest of the ticket stays. */
export type Change = Partial<Omit<Ticket, 'id' | 'mallId' | 'shopId' | 'serviceDay' | 'mobile' | 'name' | 'email' | 'locale' | 'version'>>

export type Decision = { change: Change; event: TicketEventKind } | { refused: RefusalCode } | { already: true }

/** Two recalls in less than this time are one press, in ms. */
const RING_PAUSE = 3 * SECOND

const noCall = { callStartedAt: null, callSeconds: null, callEndsAt: null, graceEndsAt: null } as const

/** Which states an action starts from. */
const from: Readonly<Record<Action['kind'], readonly TicketState[]>> = {
  issue: ['pending_payment'],
  // a missed person who comes after all can be called again
  call: ['waiting', 'missed'],
  // never from `serving`: a person at the counter has already arrived
  arrive: ['called', 'missed'],
  recall: ['called'],
  restart: ['called'],
  extend: ['called'],
  complete: ['called', 'serving', 'missed'],
  no_show: ['called', 'missed'],
  miss: ['called'],
  cancel: ['pending_payment', 'waiting', 'called', 'missed'],
  // never a paid ticket, even if the sweep comes late: a capture at the last moment wins
  lapse: ['pending_payment'],
  expire: ['pending_payment', 'waiting', 'called', 'serving', 'missed'],
}

/** The states that show that an action has already happened: pressing twice is not an error. */
const alreadyIn: Readonly<Partial<Record<Action['kind'], readonly TicketState[]>>> = {
  issue: ['waiting', 'called', 'serving', 'served'],
  call: ['called', 'serving'],
  arrive: ['serving'],
  complete: ['served'],
  no_show: ['no_show'],
  cancel: ['cancelled'],
}

/**
 * The one function that decides every transition. Returns the change and the event that it causes, `already` if it has happened before,
 * or a named refusal. Pure; the store applies the change by compare-and-set on the version.
 */
export function decide(ticket: Ticket, action: Action, now: Date): Decision {
  if (alreadyIn[action.kind]?.includes(ticket.state)) return { already: true }
  if (!from[action.kind].includes(ticket.state)) return { refused: 'wrong_state' }
  switch (action.kind) {
    case 'issue':
      return {
        change: {
          state: 'waiting',
          number: action.number,
          lane: action.lane,
          joinedAt: action.joinedAt,
          serveKey: new Date(action.joinedAt.getTime() - action.headStartMinutes * MINUTE),
          holdUntil: null,
          cashPaymentId: null,
          dueAmountPaise: null,
        },
        event: 'ticket.joined',
      }
    case 'call':
      return {
        change: {
          state: 'called',
          counterId: action.counterId,
          calledAt: now,
          callCount: ticket.callCount + 1,
          recallCount: 0,
          callUndoneAt: null,
          noticeState: 'queued',
          // a missed ticket that is called again has not ended
          endedAt: null,
          ...countdownFrom(now, action),
        },
        event: 'ticket.called',
      }
    case 'arrive':
      return { change: { state: 'serving', counterId: action.counterId, endedAt: null, ...noCall }, event: 'ticket.arrived' }
    case 'recall':
      // the second press of a double press
      if (action.rungAt !== null && now.getTime() - action.rungAt.getTime() < RING_PAUSE) return { already: true }
      if (ticket.recallCount >= MOST_RECALLS) return { refused: 'recalled_enough' }
      return {
        change: {
          callCount: ticket.callCount + 1,
          recallCount: ticket.recallCount + 1,
          noticeState: 'queued',
          ...countdownFrom(now, action),
        },
        event: 'ticket.recalled',
      }
    case 'restart':
    case 'extend':
      return { change: countdownFrom(now, action), event: 'ticket.countdown' }
    case 'complete':
      return { change: { state: 'served', endedAt: now, ...noCall }, event: 'ticket.served' }
    case 'no_show':
      return { change: { state: 'no_show', endedAt: now, ...noCall }, event: 'ticket.no-show' }
    case 'miss':
      if (!(action.next ? givesWay(ticket, now) : isOver(graceEndOf(ticket), now))) return { refused: 'wrong_state' }
      return { change: { state: 'missed', endedAt: now, ...noCall }, event: 'ticket.missed' }
    case 'cancel':
      return { change: { state: 'cancelled', endedAt: now, ...noCall }, event: 'ticket.cancelled' }
    case 'lapse':
      if (!ticket.holdUntil || ticket.holdUntil > now) return { refused: 'wrong_state' }
      return { change: { state: 'expired', endedAt: now }, event: 'ticket.expired' }
    case 'expire':
      if (ticket.serviceDay >= action.today) return { refused: 'wrong_state' }
      // the person was at the counter and no one pressed *served*
      if (ticket.state === 'serving') return { change: { state: 'served', endedAt: now }, event: 'ticket.served' }
      return { change: { state: 'expired', endedAt: now, ...noCall }, event: 'ticket.expired' }
  }
}

const countdownFrom = (now: Date, { seconds, graceMinutes }: Countdown) => ({
  callStartedAt: now,
  callSeconds: seconds,
  callEndsAt: new Date(now.getTime() + seconds * SECOND),
  graceEndsAt: new Date(now.getTime() + seconds * SECOND + graceMinutes * MINUTE),
})

/** The longest grace time that a shop can set, in ms. */
export const LONGEST_GRACE = 60 * MINUTE

/**
 * When a called ticket becomes missed. A node of the previous version writes a countdown without a grace time. Such a call gets the longest
 * grace time, so that no one is missed too early.
 */
export const graceEndOf = ({ graceEndsAt, callEndsAt }: Pick<Ticket, 'graceEndsAt' | 'callEndsAt'>): Date | null =>
  graceEndsAt ?? (callEndsAt && new Date(callEndsAt.getTime() + LONGEST_GRACE))

const isOver = (instant: Date | null, now: Date): boolean => instant !== null && instant <= now

/**
 * True if a ticket gives up its counter when the counter calls the next person: it is called and its countdown is over. A person who is
 * served, or who still has time to come, keeps the counter.
 */
export const givesWay = ({ state, callEndsAt }: Pick<Ticket, 'state' | 'callEndsAt'>, now: Date): boolean =>
  state === 'called' && (callEndsAt === null || callEndsAt <= now)

/** The last event of a ticket, with the fields as they were before it. */
export interface LastEvent {
  id: number
  action: string
  at: Date
  before: Change
}

/** The action that an undo would take back now: the last one, within ten minutes; null if there is none. */
export function undoableNow(last: Pick<LastEvent, 'action' | 'at'> | null, now: Date): UndoableAction | null {
  if (!last || now.getTime() - last.at.getTime() > UNDO_MINUTES * MINUTE) return null
  return undoableActions.find((action) => action === last.action) ?? null
}

/**
 * Undoes the last action: the ticket is as it was before. A call whose grace time is over by now comes back without a countdown (otherwise
 * it would be missed at once). A missed ticket goes back to waiting at its old position. An undone call is marked with its time
 * (`callUndoneAt`), so that the person can be told.
 */
export function undo(last: LastEvent | null, now: Date): Decision {
  if (!last || !undoableNow(last, now)) return { refused: 'nothing_to_undo' }
  // The notice state belongs to the call's message and no later action changes it. So only an undo of the call restores it.
  const { noticeState, ...others } = last.before
  const before = last.action === 'call' ? last.before : others
  if (last.action === 'miss')
    return { change: { ...before, ...noCall, state: 'waiting', counterId: null, endedAt: null }, event: 'ticket.undone' }
  const graceEndsAt = before.graceEndsAt ?? before.callEndsAt ?? null
  return {
    change: {
      ...before,
      ...(isOver(graceEndsAt, now) ? noCall : { graceEndsAt }),
      ...(last.action === 'call' ? { callUndoneAt: now } : {}),
    },
    event: 'ticket.undone',
  }
}

/** The fields that an undo restores: those that actions change. */
export const undoFields = [
  'state',
  'counterId',
  'calledAt',
  'callStartedAt',
  'callSeconds',
  'callEndsAt',
  'graceEndsAt',
  'endedAt',
  'noticeState',
] as const

/** The values of a ticket that an undo will restore. */
export function beforeOf(ticket: Ticket): Change {
  return Object.fromEntries(undoFields.map((field) => [field, ticket[field]])) as Change
}

/** Serving order: the key fixed at joining, then the number. The same sort as the store's `order by serve_key, number`. */
export function inServingOrder(a: Pick<Ticket, 'serveKey' | 'number'>, b: Pick<Ticket, 'serveKey' | 'number'>): number {
  return (a.serveKey?.getTime() ?? 0) - (b.serveKey?.getTime() ?? 0) || (a.number ?? 0) - (b.number ?? 0)
}

/** True if the full fee is refunded when the shopper leaves: they were never called, and their order promised it when they paid. */
export const refundsOnLeave = (ticket: Pick<Ticket, 'state' | 'calledAt'>, promised: { refundOnLeave: boolean }): boolean =>
  promised.refundOnLeave && ticket.state === 'waiting' && ticket.calledAt === null
