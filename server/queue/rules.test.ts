import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOLD_MINUTES, liveStates, type TicketState, ticketStates, UNDO_MINUTES } from '../../contract/queue.ts'
import { MINUTE, SECOND } from '../../contract/time.ts'
import { called, callTo, held, issue, later, morning, moved, onEveryStep, waiting } from '../../tests/support/ticket-walk.ts'
import {
  type Action,
  beforeOf,
  counterFor,
  decide,
  type LastEvent,
  refundsOnLeave,
  type Ticket,
  undo,
  undoableActions,
  undoableNow,
} from './rules.ts'

/** The arrows of a ticket's life, drawn here a second time on purpose; `undo` alone goes against them. */
const arrows: Readonly<Record<TicketState, readonly TicketState[]>> = {
  pending_payment: ['waiting', 'cancelled', 'expired'],
  waiting: ['called', 'cancelled', 'expired'],
  called: ['called', 'served', 'missed', 'no_show', 'cancelled', 'expired'],
  serving: ['served'],
  missed: ['called', 'served', 'no_show', 'cancelled', 'expired'],
  served: [],
  no_show: [],
  cancelled: [],
  expired: [],
}
const isLive = (state: TicketState) => liveStates.some((live) => live === state)

describe('a ticket on its way through the states', () => {
  test('changes only along the arrows, and refuses by name whatever leads elsewhere', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind === 'undo' || step.action.kind === 'notice') return
      if (after.state !== before.state) expect(arrows[before.state]).toContain(after.state)
      if (after.version === before.version) {
        expect(after).toEqual(before)
        const decision = decide(before, step.action.kind === 'expire' ? { kind: 'expire', today: before.serviceDay } : step.action, now)
        expect('already' in decision || ('refused' in decision && decision.refused === 'wrong_state')).toBe(true)
      }
    })
  })

  test('can go along every arrow and no other, once the time for it has come', () => {
    const much = later(90 * MINUTE)
    const all: Action[] = [
      ...[issue, callTo('two'), { kind: 'restart', seconds: 60 }, { kind: 'complete' }, { kind: 'no_show' }],
      ...[{ kind: 'miss' }, { kind: 'cancel' }, { kind: 'lapse' }, { kind: 'expire', today: '2026-11-22' }],
    ] as Action[]
    for (const state of ticketStates) {
      const ticket: Ticket = { ...(state === 'pending_payment' ? held() : called()), state }
      const reached = all.flatMap((action) => {
        const decision = decide(ticket, action, much)
        return 'change' in decision ? [decision.change.state ?? state] : []
      })
      expect([...new Set(reached)].sort(), `from ${state}`).toEqual([...arrows[state]].sort())
    }
  })

  test('that has ended never stands in the queue again, except by undo', () => {
    onEveryStep(({ step, before, after }) => {
      if (isLive(before.state) || !isLive(after.state)) return
      expect(step.action.kind).toBe('undo')
      expect(['served', 'no_show']).toContain(before.state)
    })
  })

  test('keeps its number, lane, joining and place in the serving order once they are given', () => {
    onEveryStep(({ before, after }) => {
      if (before.number === null) return
      const { number, lane, joinedAt, serveKey } = before
      expect(after).toMatchObject({ number, lane, joinedAt, serveKey })
    })
  })

  test('has a number if and only if it got past the payment', () => {
    onEveryStep(({ after }) => {
      if (after.state === 'pending_payment') expect(after.number).toBeNull()
      else if (after.state !== 'expired' && after.state !== 'cancelled') expect(after.number).toBe(7)
    })
  })

  test('counts every change and every call, and never counts back: the message of each call is its own', () => {
    onEveryStep(({ step, before, after }) => {
      expect(after.version - before.version).toBe(after === before ? 0 : 1)
      const calledNow = step.action.kind === 'call' && after !== before
      expect(after.callCount - before.callCount).toBe(calledNow ? 1 : 0)
      if (calledNow) expect(after.noticeState).toBe('queued')
    })
  })

  test('has a countdown only while it is called, whose end is its start and its duration', () => {
    onEveryStep(({ after }) => {
      if (after.state !== 'called') expect([after.callStartedAt, after.callSeconds, after.callEndsAt]).toEqual([null, null, null])
      if (after.callStartedAt && after.callSeconds !== null) {
        expect(after.callEndsAt).toEqual(later(after.callSeconds * SECOND, after.callStartedAt))
      } else expect(after.callEndsAt).toBeNull()
    })
  })

  test('has an end if and only if it was missed or is over', () => {
    onEveryStep(({ after }) => {
      expect(after.endedAt !== null).toBe(after.state === 'missed' || !isLive(after.state))
    })
  })

  test('is missed only once its countdown has run out', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind !== 'miss') return
      const over = before.state === 'called' && before.callEndsAt !== null && before.callEndsAt <= now
      expect(after.state === 'missed' && after !== before).toBe(over)
    })
  })

  test('lapses only unpaid, and only once its hold is over', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind !== 'lapse') return
      const over = before.state === 'pending_payment' && before.holdUntil !== null && before.holdUntil <= now
      expect(after !== before).toBe(over)
      if (over) expect(after.state).toBe('expired')
    })
  })

  test('expires with its service day and not a moment before', () => {
    for (const ticket of [held(), waiting(), called()]) {
      expect(decide(ticket, { kind: 'expire', today: '2026-11-20' }, morning)).toEqual({ refused: 'wrong_state' })
      expect(decide(ticket, { kind: 'expire', today: '2026-11-21' }, morning)).toEqual({ refused: 'wrong_state' })
      expect(moved(ticket, { kind: 'expire', today: '2026-11-22' }, later(20 * 60 * MINUTE)).state).toBe('expired')
    }
    const served = moved(called(), { kind: 'complete' })
    expect(decide(served, { kind: 'expire', today: '2026-11-22' }, morning)).toEqual({ refused: 'wrong_state' })
  })

  test('paid in the last moment of its hold stays, however late the sweep comes', () => {
    const end = later(HOLD_MINUTES * MINUTE)
    const paid = moved(held(), issue, end)
    expect(decide(paid, { kind: 'lapse' }, later(MINUTE, end))).toEqual({ refused: 'wrong_state' })
    expect(decide({ ...paid, holdUntil: end }, { kind: 'lapse' }, later(MINUTE, end)), 'its state decides').toEqual({
      refused: 'wrong_state',
    })
  })

  test.each<[Action['kind'], Ticket, Action]>([
    ['issue', waiting(), issue],
    ['call', called(), callTo('two')],
    ['complete', moved(called(), { kind: 'complete' }), { kind: 'complete' }],
    ['no_show', moved(called(), { kind: 'no_show' }), { kind: 'no_show' }],
    ['cancel', moved(waiting(), { kind: 'cancel' }), { kind: 'cancel' }],
  ])('pressed twice is no error: %s', (_kind, ticket, again) => {
    expect(decide(ticket, again, later(MINUTE))).toEqual({ already: true })
  })
})

describe('undo', () => {
  test('takes the last action back and no other, within ten minutes and not a moment longer', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (step.action.kind !== 'undo') return
      const kind = undoableActions.find((undoable) => undoable === undone?.action)
      const inTime = undone !== null && now.getTime() - undone.at.getTime() <= UNDO_MINUTES * MINUTE
      expect(undoableNow(undone, now)).toBe(inTime ? (kind ?? null) : null)
      expect(after !== before).toBe(kind !== undefined && inTime)
      if (after === before) expect(undo(undone, now)).toEqual({ refused: 'nothing_to_undo' })
    })
  })

  test('restores exactly what was before; a countdown that ran out meanwhile stays out', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (step.action.kind !== 'undo' || after === before || !undone) return
      const was = undone.ticket
      const noCall = { callStartedAt: null, callSeconds: null, callEndsAt: null }
      const over = was.callEndsAt !== null && was.callEndsAt <= now
      expect(after).toEqual({
        ...was,
        ...(over ? noCall : {}),
        // a missed person goes back to waiting, without a counter
        ...(undone.action === 'miss' ? { ...noCall, state: 'waiting', counterId: null } : {}),
        // these two only go forward: the message of a call has its number for ever, and what became of it is news
        callCount: after.callCount,
        noticeState: undone.action === 'call' ? was.noticeState : before.noticeState,
        version: before.version + 1,
      })
    })
  })

  test('of several actions goes back step by step', () => {
    const start = waiting()
    const first = called()
    const calledEvent: LastEvent = { id: 1, action: 'call', at: morning, before: beforeOf(start) }
    const servedEvent: LastEvent = { id: 2, action: 'complete', at: later(MINUTE), before: beforeOf(first) }
    const one = undo(servedEvent, later(2 * MINUTE))
    expect(one).toMatchObject({ event: 'ticket.undone', change: { state: 'called', endedAt: null, callEndsAt: first.callEndsAt } })
    expect(undo(calledEvent, later(2 * MINUTE))).toMatchObject({
      change: { state: 'waiting', counterId: null, calledAt: null, noticeState: null },
    })
  })

  test('at ten minutes works, a millisecond later there is nothing to undo', () => {
    const event: LastEvent = { id: 1, action: 'no_show', at: morning, before: beforeOf(called()) }
    expect(undo(event, later(10 * MINUTE))).toMatchObject({ change: { state: 'called', callEndsAt: null } })
    expect(undo(event, later(10 * MINUTE + 1))).toEqual({ refused: 'nothing_to_undo' })
    expect(undo(null, morning)).toEqual({ refused: 'nothing_to_undo' })
  })

  test.each(['issue', 'cancel', 'lapse', 'expire', 'undo', 'restart'])('does not take back: %s', (kind) => {
    expect(undo({ id: 1, action: kind, at: morning, before: beforeOf(waiting()) }, morning)).toEqual({ refused: 'nothing_to_undo' })
  })

  test('of a served person keeps what became of the message of the call', () => {
    const servedBeforeTheReport = beforeOf({ ...called(), noticeState: 'queued' })
    const decision = undo({ id: 1, action: 'complete', at: morning, before: servedBeforeTheReport }, later(SECOND))
    expect('change' in decision && Object.hasOwn(decision.change, 'noticeState')).toBe(false)
  })
})

describe('leaving', () => {
  test('gives the fee back to who waits and was never called, unless the shop has set otherwise', () => {
    expect(refundsOnLeave(waiting(), { refundOnLeave: true })).toBe(true)
    expect(refundsOnLeave(waiting(), { refundOnLeave: false })).toBe(false)
    expect(refundsOnLeave(called(), { refundOnLeave: true })).toBe(false)
    expect(refundsOnLeave({ ...waiting(), calledAt: morning }, { refundOnLeave: true })).toBe(false)
  })
})

describe('the counter of a call', () => {
  const counters = fc.uniqueArray(fc.record({ id: fc.constantFrom('one', 'two', 'three', 'four'), isOpen: fc.boolean() }), {
    selector: (counter) => counter.id,
  })
  const ids = fc.array(fc.constantFrom('one', 'two', 'three', 'four'))

  test('is an open one, if there is one; the wished one first, a free one before a busy one', () => {
    fc.assert(
      fc.property(counters, ids, fc.option(fc.constantFrom('one', 'two', 'elsewhere')), (all, busyIds, wished) => {
        const busy = new Set<string>(busyIds)
        const open = all.filter((counter) => counter.isOpen).map((counter): string => counter.id)
        const chosen = counterFor(all, busy, wished)
        if (wished !== null && open.includes(wished)) expect(chosen).toBe(wished)
        else if (open.some((id) => !busy.has(id))) expect(open.filter((id) => !busy.has(id))).toContain(chosen)
        else expect(chosen).toBe(open[0] ?? null)
      }),
    )
  })
})
