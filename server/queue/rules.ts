import { MINUTE, SECOND } from '#contract/base/time.ts'
import { liveStates, MOST_RECALLS, type TicketState, UNDO_MINUTES, type UndoableAction, undoableActions } from '#contract/queue/queue.ts'
import { promiseAfterUndo, promiseAt, promiseFrom, promiseOnJoining, promiseOnLeaving } from './promise-rules.ts'
import { book, comeEarly, hold, remindedAt, serveKeyOf } from './slot-rules.ts'
import type { Action, Change, Countdown, Decision, Ticket } from './ticket-rules.ts'

export type { Action, Change, Countdown, Decision, Numbered, Ticket } from './ticket-rules.ts'

/** Two recalls in less than this time are one press, in ms. */
const RING_PAUSE = 3 * SECOND

const noCall = { callStartedAt: null, callSeconds: null, callEndsAt: null, graceEndsAt: null } as const

const from: Readonly<Record<Action['kind'], readonly TicketState[]>> = {
  issue: ['pending_payment'],
  hold: ['pending_payment'],
  book: ['booked', 'waiting'],
  join_now: ['booked'],
  begin: ['booked'],
  close: ['booked'],
  // a missed person who comes after all can be called again
  call: ['waiting', 'missed'],
  // never from `serving`: a person at the counter has already arrived
  arrive: ['booked', 'called', 'missed'],
  recall: ['called'],
  restart: ['called'],
  extend: ['called'],
  complete: ['called', 'serving', 'missed'],
  no_show: ['called', 'missed'],
  miss: ['called'],
  cancel: ['pending_payment', 'booked', 'waiting', 'called', 'missed'],
  // never a paid ticket, even if the sweep comes late: a capture at the last moment wins
  lapse: ['pending_payment'],
  expire: liveStates,
}

export const callableStates = from.call

/** The states that show that an action has already happened: pressing twice is not an error. */
const alreadyIn: Readonly<Partial<Record<Action['kind'], readonly TicketState[]>>> = {
  issue: ['booked', 'waiting', 'called', 'serving', 'served'],
  begin: ['waiting', 'called', 'serving', 'served'],
  call: ['called', 'serving'],
  arrive: ['serving'],
  complete: ['served'],
  no_show: ['no_show'],
  cancel: ['cancelled'],
}

/**
 * Decides every transition: the change and its event, `already` if it has happened before, or a named refusal. Pure; the store applies the
 * change by compare-and-set on the version.
 */
export function decide(ticket: Ticket, action: Action, now: Date): Decision {
  if (alreadyIn[action.kind]?.includes(ticket.state)) return { already: true }
  // two staff mark one person, or the slot starts at the moment of the press
  if (action.kind === 'arrive' && ticket.state === 'waiting' && ticket.slotStartsAt !== null && ticket.callCount === 0)
    return { already: true }
  if (!from[action.kind].includes(ticket.state)) return { refused: 'wrong_state' }
  switch (action.kind) {
    case 'issue': {
      const isEarly = ticket.slotStartsAt !== null && ticket.slotStartsAt > now
      return {
        change: {
          state: isEarly ? 'booked' : 'waiting',
          number: action.number,
          lane: action.lane,
          joinedAt: isEarly ? null : action.joinedAt,
          serveKey: serveKeyOf(ticket.slotStartsAt ?? action.joinedAt, action),
          slotRemindedAt: remindedAt(ticket.slotStartsAt, now),
          holdUntil: null,
          cashPaymentId: null,
          dueAmountPaise: null,
          promiseMinutes: ticket.promiseMinutes,
          ...promiseFrom(isEarly ? null : ticket.promiseMinutes, action.joinedAt),
        },
        event: isEarly ? 'ticket.booked' : 'ticket.joined',
      }
    }
    case 'hold':
      return hold(ticket, action, now)
    case 'book':
      return book(ticket, action, now)
    case 'join_now':
      return {
        change: {
          ...{ state: 'waiting', slotStartsAt: null, slotEndsAt: null, serviceDay: action.serviceDay, number: action.number },
          ...{ joinedAt: action.joinedAt, serveKey: serveKeyOf(action.joinedAt, action) },
          ...promiseOnJoining(ticket, action.joinedAt),
        },
        event: action.number === ticket.number ? 'ticket.slot-began' : 'ticket.renumbered',
      }
    case 'begin':
      if (!ticket.slotStartsAt || ticket.slotStartsAt > now) return { refused: 'wrong_state' }
      return {
        change: { state: 'waiting', joinedAt: ticket.slotStartsAt, ...promiseOnJoining(ticket, ticket.slotStartsAt) },
        event: 'ticket.slot-began',
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
          ...promiseAt(ticket, 'kept', now),
        },
        event: 'ticket.called',
      }
    case 'arrive':
      if (ticket.state === 'booked') return comeEarly(ticket, action.today, now)
      return { change: { state: 'serving', counterId: action.counterId, endedAt: null, ...noCall }, event: 'ticket.arrived' }
    case 'recall':
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
      if (!(action.next ? givesWay(ticket, now) : isOver(ticket.graceEndsAt, now))) return { refused: 'wrong_state' }
      return { change: { state: 'missed', endedAt: now, ...noCall }, event: 'ticket.missed' }
    case 'cancel':
      return { change: { state: 'cancelled', endedAt: now, ...noCall, ...promiseAt(ticket, 'ended', now) }, event: 'ticket.cancelled' }
    case 'lapse':
      if (!ticket.holdUntil || ticket.holdUntil > now) return { refused: 'wrong_state' }
      return { change: { state: 'expired', endedAt: now }, event: 'ticket.expired' }
    case 'close':
      return { change: { state: 'expired', endedAt: now, ...promiseAt(ticket, 'ended', now) }, event: 'ticket.expired' }
    case 'expire':
      if (ticket.serviceDay >= action.today) return { refused: 'wrong_state' }
      // the person was at the counter and no one pressed *served*
      if (ticket.state === 'serving') return { change: { state: 'served', endedAt: now }, event: 'ticket.served' }
      return { change: { state: 'expired', endedAt: now, ...noCall, ...promiseAt(ticket, 'ended', now) }, event: 'ticket.expired' }
  }
}

const countdownFrom = (now: Date, { seconds, graceMinutes }: Countdown) => ({
  callStartedAt: now,
  callSeconds: seconds,
  callEndsAt: new Date(now.getTime() + seconds * SECOND),
  graceEndsAt: new Date(now.getTime() + seconds * SECOND + graceMinutes * MINUTE),
})

const isOver = (instant: Date | null, now: Date): boolean => instant !== null && instant <= now

/**
 * True if a ticket gives up its counter when the counter calls the next person. A person who is served, or who still has time to come,
 * keeps it.
 */
export const givesWay = ({ state, callEndsAt }: Pick<Ticket, 'state' | 'callEndsAt'>, now: Date): boolean =>
  state === 'called' && (callEndsAt === null || callEndsAt <= now)

/** `before` has the fields as they were before the event. */
export interface LastEvent extends Step {
  id: number
  before: Change
}

export interface Step {
  action: string
  at: Date
  /** True for a call of a person while another person was first in line. */
  outOfTurn: boolean
}

/** Changes of the countdown or of the promise alone do not count as steps: the call before them can still be undone. */
export const notSteps = ['restart', 'recall', 'extend', 'promise'] as const

/** The action that an undo would take back: the last one, within ten minutes; null if there is none. */
export function undoableNow(last: Step | null, now: Date): UndoableAction | null {
  if (!last || now.getTime() - last.at.getTime() > UNDO_MINUTES * MINUTE) return null
  return undoableActions.find((action) => action === last.action) ?? null
}

/**
 * Restores the ticket as it was before the last action. A call whose grace time is over comes back without a countdown, because it would be
 * missed at once. A missed ticket waits again at its old position, and a person who did not come early is booked again. `callUndoneAt`
 * marks an undone call, so that the person can be told.
 */
export function undo(ticket: Pick<Ticket, 'promisedUntil' | 'promiseState' | 'calledAt'>, last: LastEvent | null, now: Date): Decision {
  if (!last || !undoableNow(last, now)) return { refused: 'nothing_to_undo' }
  // The notice state belongs to the messages of the call, so only an undo of the call restores it.
  const { noticeState, ...others } = last.before
  const before = last.action === 'call' ? last.before : others
  if (last.action === 'miss')
    return { change: { ...before, ...noCall, state: 'waiting', counterId: null, endedAt: null }, event: 'ticket.undone' }
  const graceEndsAt = before.graceEndsAt ?? before.callEndsAt ?? null
  return {
    change: {
      ...before,
      ...(isOver(graceEndsAt, now) ? noCall : { graceEndsAt }),
      ...(last.action === 'call' ? { callUndoneAt: now, ...promiseAfterUndo(ticket, before) } : {}),
      ...(before.state === 'booked' ? { joinedAt: null, ...promiseOnLeaving(ticket) } : {}),
    },
    event: 'ticket.undone',
  }
}

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

export function beforeOf(ticket: Ticket): Change {
  return Object.fromEntries(undoFields.map((field) => [field, ticket[field]])) as Change
}

/** True if a ticket has not ended; a missed one has not. */
export const isLive = ({ state }: Pick<Ticket, 'state'>): boolean => (liveStates as readonly string[]).includes(state)
