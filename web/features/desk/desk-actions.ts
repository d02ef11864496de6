import { DEFAULT_COUNTDOWN_SECONDS } from '#contract/queue/queue.ts'
import { CallFailure } from '#web/api/call.ts'
import type { takeCash } from '#web/data/payments.ts'
import type { actOn, callTicket, DeskAction, StaffTicket, startCall } from '#web/data/queue.ts'
import { withEntry } from './desk-log.ts'
import type { Said } from './desk-says.ts'
import type { Desk, DeskMemory } from './desk-state.ts'

type Numbered = Pick<StaffTicket, 'id' | 'number'>

/**
 * The actions of staff at a desk. Each is safe to press twice: an action in flight does not start again. Each says itself what went wrong;
 * its promise only tells that it is over.
 */
export interface DeskActions {
  /** Calls a ticket by its mobile number. */
  call: (ticket: StaffTicket) => unknown
  /** Undoes a call whose message failed, and calls again. */
  callAgain: (ticket: StaffTicket) => unknown
  act: (ticket: Numbered, action: DeskAction) => unknown
  /** Marks the customer as served, then calls the next one. */
  serveAndCall: (ticket: StaffTicket, next: StaffTicket) => unknown
  undo: (ticket: Numbered) => unknown
  takeCash: (ticket: StaffTicket) => unknown
  /** Shows this customer on the card of a desk without a counter. */
  choose: (ticketId: string) => void
}

/** What is true on the screen at a press. */
export interface Press {
  /** The counter of this device; null if it is at none. */
  counterId: string | null
  /** The customer who keeps this counter from calling another one; null if it may call. */
  busyWith: StaffTicket | null
  /** Runs after a successful call. */
  landed: () => void
}

/** The calls to the server, and what the actions change outside of the desk's memory. */
export interface Outside {
  callTicket: typeof callTicket
  startCall: typeof startCall
  actOn: typeof actOn
  takeCash: typeof takeCash
  press: () => Press
  /** Puts the changed ticket into the table and the log. */
  takeTicket: (ticket: StaffTicket) => void
  /** Remembers for a reload whether the ticket's call was pressed. */
  rememberPress: (ticketId: string, pressed: boolean) => void
  readAgain: (what: 'table' | 'desk') => void
  /** Only one message at a time, so that an offered undo always belongs to the last action. */
  forgetSaid: () => void
  say: (said: Said) => void
  /** True while the page is being left or reloaded. Calls that break off then may have reached the server. */
  isLeavingPage: () => boolean
}

/** Refusals because the counter cannot call now; they do not mean that the message failed. */
const notNow: readonly string[] = ['counter_busy', 'counter_closed', 'counters_busy']

export function deskActions(shopId: string, memory: DeskMemory, outside: Outside): DeskActions {
  const { press, say } = outside
  const mark = (set: 'calling' | 'failed' | 'acting', id: string, isIn: boolean) =>
    memory.set((desk) => ({ ...desk, [set]: including(desk[set], id, isIn) }))

  async function call(ticket: StaffTicket, { counterId, busyWith, landed }: Press): Promise<void> {
    const { id, mobile } = ticket
    const { calling, failed } = memory.get()
    if (calling.has(id) || ticket.clicked) return
    if (mobile.trim() === '') return say({ what: 'number missing' })
    // A counter holds one customer, so ignore a second call while the first is in flight.
    if (counterId !== null && calling.size > 0) return
    if (busyWith !== null && busyWith.id !== id) return say({ what: 'finish first', ticket: busyWith })
    const isSecondTry = failed.has(id)
    mark('failed', id, false)
    mark('calling', id, true)
    outside.forgetSaid()
    outside.rememberPress(id, true)
    try {
      const { ticket: answer, alreadyCalled } = await outside.callTicket(ticket, counterId)
      if (counterId === null) choose(id)
      outside.takeTicket(answer)
      // The call has already started the countdown. This request only asks for the same one, so no one waits for it and it may fail.
      const duration = answer.duration ?? DEFAULT_COUNTDOWN_SECONDS
      outside.startCall({ mobile, shopId, duration }).catch((error: unknown) => console.info('start-countdown', error))
      mark('calling', id, false)
      // A failed call may have reached the server. Then the second try is the call.
      if (alreadyCalled && !isSecondTry) return say({ what: 'called before', ticket: answer })
      say({ what: 'called', ticket: answer })
      landed()
    } catch (error) {
      mark('calling', id, false)
      callFailed(id, error)
    }
  }

  function callFailed(id: string, error: unknown): void {
    // The server may have got the call. So the press is remembered until the next list.
    if (outside.isLeavingPage()) return
    console.info('send-message', error)
    outside.rememberPress(id, false)
    if (error instanceof CallFailure && notNow.includes(error.code)) {
      say({ what: 'not now', error })
      outside.readAgain('desk')
      outside.readAgain('table')
      return
    }
    mark('failed', id, true)
    const isRefused = error instanceof CallFailure && error.status > 0 && error.code !== 'unreadable'
    say({ what: isRefused ? 'call refused' : 'call broken', error })
    if (isRefused) outside.readAgain('table')
  }

  /** Resolves with true when the server has done the action; with false if it failed, or if the press must not act. */
  async function act(ticket: Numbered, action: DeskAction): Promise<boolean> {
    const { id } = ticket
    const before = memory.lastActs.get(id)
    if (before?.action === action) return false
    // The cash of this customer is being taken.
    if (before === undefined && memory.get().acting.has(id)) return false
    // The table may show the result of the action in flight before its answer, so the next action waits for that answer. If the action
    // fails, the next one is dropped: the person expected it to succeed.
    const done = before === undefined ? send(id, action) : before.done.then((isDone) => isDone && send(id, action))
    const last = { action, done }
    memory.lastActs.set(id, last)
    mark('acting', id, true)
    const isDone = await done
    if (memory.lastActs.get(id) === last) {
      memory.lastActs.delete(id)
      mark('acting', id, false)
    }
    return isDone
  }

  async function send(id: string, action: DeskAction): Promise<boolean> {
    outside.forgetSaid()
    try {
      const answer = await outside.actOn(id, action, press().counterId)
      outside.takeTicket(answer)
      if (action === 'recall' || action === 'extend') say({ what: action, ticket: answer })
      if (action === 'undo') {
        outside.rememberPress(id, answer.clicked)
        say({ what: 'undone', ticket: answer })
      }
      return true
    } catch (error) {
      console.info(action, error)
      const isOver = error instanceof CallFailure && error.code === 'nothing_to_undo'
      if (isOver) memory.set((desk) => ({ ...desk, log: { ...desk.log, undoable: { ...desk.log.undoable, [id]: null } } }))
      say({ what: 'action failed', error })
      outside.readAgain('table')
      return false
    }
  }

  async function takeCash(ticket: StaffTicket): Promise<void> {
    const { id, cashPaymentId, dueAmountPaise, name } = ticket
    if (cashPaymentId === null || memory.get().acting.has(id)) return
    mark('acting', id, true)
    outside.forgetSaid()
    try {
      const number = await outside.takeCash(cashPaymentId)
      memory.set((desk) => ({ ...desk, log: withEntry(desk.log, 'pay', { ...ticket, number, undoable: null }, true, Date.now()) }))
      say({ what: 'cash taken', amountPaise: dueAmountPaise ?? 0, number })
    } catch (error) {
      console.info('cash', error)
      // The customer left or paid online, or the order lapsed, at the moment of the press. Staff may already hold the cash.
      const isTooLate = error instanceof CallFailure && error.status === 409
      say(isTooLate ? { what: 'cash too late', name } : { what: 'action failed', error })
    }
    mark('acting', id, false)
    outside.readAgain('table')
  }

  const choose = (ticketId: string) => memory.set((desk) => ({ ...desk, chosen: ticketId }))

  return {
    call: (ticket) => call(ticket, press()),
    callAgain: async (ticket) => {
      if (await act(ticket, 'undo')) await call({ ...ticket, clicked: false }, press())
    },
    act,
    serveAndCall: async (ticket, next) => {
      // The counter is free when the customer is served, even if the screen has not rendered this yet.
      if (await act(ticket, 'complete')) await call(next, { ...press(), busyWith: null })
    },
    undo: (ticket) => act(ticket, 'undo'),
    takeCash,
    choose,
  }
}

/** The set with `member` added or removed; the same set if nothing changes. */
function including(set: ReadonlySet<string>, member: string, isIn: boolean): Desk['calling'] {
  if (set.has(member) === isIn) return set
  const next = new Set(set)
  if (isIn) next.add(member)
  else next.delete(member)
  return next
}
