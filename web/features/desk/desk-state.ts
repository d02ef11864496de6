import { CallFailure } from '#web/api/call.ts'
import type { Act, DeskEvent, Effect, PressedCall, SentCall } from './desk-events.ts'
import { type DeskLog, withEntry } from './desk-log.ts'
import type { Said } from './desk-says.ts'

/** The state of a desk in this browser, and what each press and each answer does to it. Pure: `use-desk-actions.ts` does the effects. */

/** What a desk has in flight, and its log. */
export interface Desk {
  /** Tickets whose call is in flight. */
  calling: ReadonlySet<string>
  /** Tickets whose call failed. */
  failed: ReadonlySet<string>
  /** Tickets with another action in flight. */
  acting: ReadonlySet<string>
  /** The pressed actions of each ticket: the first one is in flight, the others wait for it in this order. */
  underWay: ReadonlyMap<string, readonly Act[]>
  /** Tickets whose call was pressed before a reload and is not yet confirmed by the server's list. */
  bridged: ReadonlySet<string>
  /** The called ticket that staff chose for the card, else null. */
  chosen: string | null
  log: DeskLog
}

export const quietDesk: Desk = {
  calling: new Set(),
  failed: new Set(),
  acting: new Set(),
  underWay: new Map(),
  bridged: new Set(),
  chosen: null,
  log: { entries: [], undoable: {} },
}

export interface Turn {
  desk: Desk
  effects: readonly Effect[]
}

/** Refusals because the counter cannot call now; they do not mean that the message failed. */
const notNow: readonly string[] = ['counter_busy', 'counter_closed', 'counters_busy']

/** The desk after an event, and what the event leads to. A press that must not act changes nothing. */
export function deskAfter(desk: Desk, event: DeskEvent): Turn {
  switch (event.happened) {
    case 'call pressed':
      return callPressed(desk, event)
    case 'call answered': {
      const { sent, answer } = event
      return {
        desk: sent.press.counterId === null ? { ...desk, chosen: sent.ticket.id } : desk,
        effects: [{ do: 'take ticket', ticket: answer }],
      }
    }
    case 'call finished': {
      const { sent, answer, alreadyCalled } = event
      const isNews = !alreadyCalled || sent.again
      return {
        desk: { ...desk, calling: including(desk.calling, sent.ticket.id, false) },
        effects: isNews
          ? [say({ what: 'called', ticket: answer }), { do: 'land', press: sent.press }]
          : [say({ what: 'called before', ticket: answer })],
      }
    }
    case 'call failed':
      return callFailed(desk, event)
    case 'act pressed':
      return actPressed(desk, event)
    case 'act answered':
      return actAnswered(desk, event)
    case 'act failed':
      return actFailed(desk, event)
    case 'cash pressed': {
      const { ticket } = event
      if (ticket.cashPaymentId === null || desk.acting.has(ticket.id)) return nothing(desk)
      const sending: Effect = { do: 'send cash', ticket, paymentId: ticket.cashPaymentId }
      return { desk: withActing(desk, ticket.id, true), effects: [{ do: 'forget message' }, sending] }
    }
    case 'cash answered': {
      const { ticket, number, at } = event
      const log = withEntry(desk.log, 'pay', { ...ticket, number, undoable: null }, true, at)
      const said: Said = { what: 'cash taken', amountPaise: ticket.dueAmountPaise ?? 0, number }
      return { desk: withActing({ ...desk, log }, ticket.id, false), effects: [say(said), readTable] }
    }
    case 'cash failed': {
      const { ticket, error } = event
      // The customer left or paid online, or the order lapsed, at the moment of the press. Staff may already hold the cash.
      const tooLate = error instanceof CallFailure && error.status === 409
      const said: Said = tooLate ? { what: 'cash too late', name: ticket.name } : { what: 'action failed', error }
      return { desk: withActing(desk, ticket.id, false), effects: [say(said), readTable] }
    }
    case 'chosen':
      return nothing({ ...desk, chosen: event.ticketId })
  }
}

function callPressed(desk: Desk, { ticket, press }: PressedCall): Turn {
  const { counterId, busyWith } = press
  if (desk.calling.has(ticket.id) || ticket.clicked) return nothing(desk)
  if (ticket.mobile.trim() === '') return { desk, effects: [say({ what: 'number missing' })] }
  // A counter holds one customer, so ignore a second call while the first is in flight.
  if (counterId !== null && desk.calling.size > 0) return nothing(desk)
  if (busyWith !== null && busyWith.id !== ticket.id) return { desk, effects: [say({ what: 'finish first', ticket: busyWith })] }
  const sent: SentCall = { ticket, press, again: desk.failed.has(ticket.id) }
  return {
    desk: { ...desk, failed: including(desk.failed, ticket.id, false), calling: including(desk.calling, ticket.id, true) },
    effects: [{ do: 'forget message' }, { do: 'remember press', ticketId: ticket.id, pressed: true }, { do: 'send call', sent }],
  }
}

function callFailed(desk: Desk, { sent, error, leaving }: Extract<DeskEvent, { happened: 'call failed' }>): Turn {
  const { id } = sent.ticket
  const after = { ...desk, calling: including(desk.calling, id, false) }
  // The server may have got the call. So the press is remembered until the next list.
  if (leaving) return nothing(after)
  const forget: Effect = { do: 'remember press', ticketId: id, pressed: false }
  if (error instanceof CallFailure && notNow.includes(error.code)) {
    return { desk: after, effects: [forget, say({ what: 'not now', error }), { do: 'read again', what: 'desk' }, readTable] }
  }
  const refused = error instanceof CallFailure && error.status > 0 && error.code !== 'unreadable'
  const said: Said = { what: refused ? 'call refused' : 'call broken', error }
  return {
    desk: { ...after, failed: including(after.failed, id, true) },
    effects: refused ? [forget, say(said), readTable] : [forget, say(said)],
  }
}

function actPressed(desk: Desk, { ticket, action, press, then }: Act): Turn {
  const act: Act = { ticket, action, press, then }
  const queue = desk.underWay.get(ticket.id) ?? []
  if (queue[queue.length - 1]?.action === action) return nothing(desk)
  // The table may show the result of the action in flight before its answer, so the next action waits for that answer.
  if (queue.length > 0) return nothing({ ...desk, underWay: new Map(desk.underWay).set(ticket.id, [...queue, act]) })
  // The cash of this customer is being taken.
  if (desk.acting.has(ticket.id)) return nothing(desk)
  return begun(desk, [act])
}

/** Sends the first action of a ticket's queue; the others wait. */
function begun(desk: Desk, queue: readonly [Act, ...Act[]]): Turn {
  const [act] = queue
  const underWay = new Map(desk.underWay).set(act.ticket.id, queue)
  return { desk: withActing({ ...desk, underWay }, act.ticket.id, true), effects: [{ do: 'forget message' }, { do: 'send act', act }] }
}

function actAnswered(desk: Desk, { act, answer }: Extract<DeskEvent, { happened: 'act answered' }>): Turn {
  const effects: Effect[] = [{ do: 'take ticket', ticket: answer }]
  if (act.action === 'recall' || act.action === 'extend') effects.push(say({ what: act.action, ticket: answer }))
  if (act.action === 'undo') {
    effects.push({ do: 'remember press', ticketId: act.ticket.id, pressed: answer.clicked }, say({ what: 'undone', ticket: answer }))
  }
  const [, next, ...others] = desk.underWay.get(act.ticket.id) ?? []
  const after = next === undefined ? { desk: ended(desk, act.ticket.id), effects: [] } : begun(desk, [next, ...others])
  const called = act.then === null ? nothing(after.desk) : callPressed(after.desk, act.then)
  return { desk: called.desk, effects: [...effects, ...after.effects, ...called.effects] }
}

/** The actions that wait are dropped: the person expected this one to succeed. */
function actFailed(desk: Desk, { act, error }: Extract<DeskEvent, { happened: 'act failed' }>): Turn {
  const after = ended(desk, act.ticket.id)
  const isOver = error instanceof CallFailure && error.code === 'nothing_to_undo'
  const log = isOver ? { ...after.log, undoable: { ...after.log.undoable, [act.ticket.id]: null } } : after.log
  return { desk: { ...after, log }, effects: [say({ what: 'action failed', error }), readTable] }
}

function ended(desk: Desk, ticketId: string): Desk {
  const underWay = new Map(desk.underWay)
  underWay.delete(ticketId)
  return withActing({ ...desk, underWay }, ticketId, false)
}

const withActing = (desk: Desk, id: string, on: boolean): Desk => ({ ...desk, acting: including(desk.acting, id, on) })
const nothing = (desk: Desk): Turn => ({ desk, effects: [] })
const say = (said: Said): Effect => ({ do: 'say', said })
const readTable: Effect = { do: 'read again', what: 'table' }

/** The set with `member` added or removed; the same set if nothing changes. */
function including<T>(set: ReadonlySet<T>, member: T, isIn: boolean): ReadonlySet<T> {
  if (set.has(member) === isIn) return set
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}
