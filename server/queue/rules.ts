import type { RefusalCode } from '../../contract/errors.ts'
import type { TicketEventKind } from '../../contract/events.ts'
import { type Lane, type NoticeState, type TicketState, UNDO_MINUTES } from '../../contract/queue.ts'
import { MINUTE, SECOND } from '../../contract/time.ts'

/** A ticket as the rules see it. */
export interface Ticket {
  id: string
  mallId: string
  shopId: string
  serviceDay: string
  mobile: string
  name: string
  email: string
  locale: 'en' | 'hi'
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
  callCount: number
  callStartedAt: Date | null
  callSeconds: number | null
  callEndsAt: Date | null
  endedAt: Date | null
  noticeState: NoticeState | null
  cashPaymentId: string | null
  dueAmountPaise: number | null
}

/** What can be done to a ticket. `issue` gives it its number: the fee is captured, or there is none. */
export type Action =
  | { kind: 'issue'; number: number; joinedAt: Date; lane: Lane; headStartMinutes: number }
  | { kind: 'call'; counterId: string | null; seconds: number }
  | { kind: 'restart'; seconds: number }
  | { kind: 'complete' }
  | { kind: 'no_show' }
  | { kind: 'miss' }
  | { kind: 'cancel' }
  // its place was held without payment for too long
  | { kind: 'lapse' }
  // its service day is over; `today` is the mall's local date now
  | { kind: 'expire'; today: string }

/** The fields that an action changes; the rest of the ticket stays. */
export type Change = Partial<Omit<Ticket, 'id' | 'mallId' | 'shopId' | 'serviceDay' | 'mobile' | 'name' | 'email' | 'locale' | 'version'>>

export type Decision = { change: Change; event: TicketEventKind } | { refused: RefusalCode } | { already: true }

const noCall = { callStartedAt: null, callSeconds: null, callEndsAt: null } as const

/** Which states an action starts from. */
const from: Readonly<Record<Action['kind'], readonly TicketState[]>> = {
  issue: ['pending_payment'],
  // a missed person who turns up after all is simply called again
  call: ['waiting', 'missed'],
  restart: ['called'],
  complete: ['called', 'serving', 'missed'],
  no_show: ['called', 'missed'],
  miss: ['called'],
  cancel: ['pending_payment', 'waiting', 'called', 'missed'],
  // never a paid one, however late the sweep comes: a capture at the last moment wins
  lapse: ['pending_payment'],
  expire: ['pending_payment', 'waiting', 'called', 'missed'],
}

/** The state in which an action has already happened: pressing twice is no error. */
const alreadyIn: Readonly<Partial<Record<Action['kind'], readonly TicketState[]>>> = {
  issue: ['waiting', 'called', 'serving', 'served'],
  call: ['called', 'serving'],
  complete: ['served'],
  no_show: ['no_show'],
  cancel: ['cancelled'],
}

/**
 * The one function that decides every transition: the change and the event it causes, `already` where it has happened before, or a
 * named refusal. Pure; the store applies it by compare-and-set on the version.
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
          noticeState: 'queued',
          // who was missed and turns up has not ended after all
          endedAt: null,
          ...countdownFrom(now, action.seconds),
        },
        event: 'ticket.called',
      }
    case 'restart':
      return { change: countdownFrom(now, action.seconds), event: 'ticket.recalled' }
    case 'complete':
      return { change: { state: 'served', endedAt: now, ...noCall }, event: 'ticket.served' }
    case 'no_show':
      return { change: { state: 'no_show', endedAt: now, ...noCall }, event: 'ticket.no-show' }
    case 'miss':
      if (!ticket.callEndsAt || ticket.callEndsAt > now) return { refused: 'wrong_state' }
      return { change: { state: 'missed', endedAt: now, ...noCall }, event: 'ticket.missed' }
    case 'cancel':
      return { change: { state: 'cancelled', endedAt: now, ...noCall }, event: 'ticket.cancelled' }
    case 'lapse':
      if (!ticket.holdUntil || ticket.holdUntil > now) return { refused: 'wrong_state' }
      return { change: { state: 'expired', endedAt: now }, event: 'ticket.expired' }
    case 'expire':
      if (ticket.serviceDay >= action.today) return { refused: 'wrong_state' }
      return { change: { state: 'expired', endedAt: now, ...noCall }, event: 'ticket.expired' }
  }
}

const countdownFrom = (now: Date, seconds: number) => ({
  callStartedAt: now,
  callSeconds: seconds,
  callEndsAt: new Date(now.getTime() + seconds * SECOND),
})

/** Actions that an undo takes back. */
export const undoableActions = ['call', 'complete', 'no_show', 'miss'] as const
export type UndoableAction = (typeof undoableActions)[number]

/** The last thing that happened to a ticket, with what it was before. */
export interface LastEvent {
  id: number
  action: string
  at: Date
  before: Change
}

/** The action that an undo would take back now: the last one, within ten minutes; null where there is none. */
export function undoableNow(last: Pick<LastEvent, 'action' | 'at'> | null, now: Date): UndoableAction | null {
  if (!last || now.getTime() - last.at.getTime() > UNDO_MINUTES * MINUTE) return null
  return undoableActions.find((action) => action === last.action) ?? null
}

/**
 * Takes the last action back: the ticket is as it was before. A call whose countdown has run out meanwhile comes back without one (it
 * would be missed at once); a missed ticket goes back to waiting at its old place.
 */
export function undo(last: LastEvent | null, now: Date): Decision {
  if (!last || !undoableNow(last, now)) return { refused: 'nothing_to_undo' }
  // How far the notice has got is news of the call's message: no later action changed it, so only undoing the call puts it back.
  const { noticeState, ...others } = last.before
  const before = last.action === 'call' ? last.before : others
  if (last.action === 'miss')
    return { change: { ...before, ...noCall, state: 'waiting', counterId: null, endedAt: null }, event: 'ticket.undone' }
  const over = before.callEndsAt instanceof Date && before.callEndsAt <= now
  return { change: { ...before, ...(over ? noCall : {}) }, event: 'ticket.undone' }
}

/** What an undo has to put back: the fields that actions change. */
export const undoFields = [
  'state',
  'counterId',
  'calledAt',
  'callStartedAt',
  'callSeconds',
  'callEndsAt',
  'endedAt',
  'noticeState',
] as const

/** The fields of a ticket that an undo puts back. */
export function beforeOf(ticket: Ticket): Change {
  return Object.fromEntries(undoFields.map((field) => [field, ticket[field]])) as Change
}

/** Serving order: the key fixed at joining, then the number. The same sort as the store's `order by serve_key, number`. */
export function inServingOrder(a: Pick<Ticket, 'serveKey' | 'number'>, b: Pick<Ticket, 'serveKey' | 'number'>): number {
  return (a.serveKey?.getTime() ?? 0) - (b.serveKey?.getTime() ?? 0) || (a.number ?? 0) - (b.number ?? 0)
}

/** The full fee comes back to who leaves before ever being called, where the shop has not set otherwise. */
export const refundsOnLeave = (ticket: Pick<Ticket, 'state' | 'calledAt'>, shop: { refundOnLeave: boolean }): boolean =>
  shop.refundOnLeave && ticket.state === 'waiting' && ticket.calledAt === null

/** The counter of a call: the wished one where it is open, else the first open one that is free, else the first open one. */
export function counterFor(
  counters: readonly { id: string; isOpen: boolean }[],
  busy: ReadonlySet<string>,
  wishedCounterId: string | null,
): string | null {
  const open = counters.filter((counter) => counter.isOpen)
  const wished = open.find((counter) => counter.id === wishedCounterId)
  return (wished ?? open.find((counter) => !busy.has(counter.id)) ?? open[0])?.id ?? null
}
