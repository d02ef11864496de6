import { describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import {
  HOLD_MINUTES,
  liveStates,
  MOST_RECALLS,
  type TicketState,
  ticketStates,
  UNDO_MINUTES,
  undoableActions,
} from '#contract/queue/queue.ts'
import {
  arriveAt,
  booked,
  bookSlot,
  called,
  callTo,
  countdown,
  held,
  holdSlot,
  issue,
  joinNow,
  later,
  morning,
  moved,
  onEveryStep,
  waiting,
} from '#tests/support/calls/ticket-walk.ts'
import { type Action, beforeOf, decide, type LastEvent, type Ticket, undo, undoableNow } from './rules.ts'

/** The allowed transitions of a ticket, repeated here on purpose to check the rules. Only `undo` goes against them. */
const arrows: Readonly<Record<TicketState, readonly TicketState[]>> = {
  pending_payment: ['booked', 'waiting', 'cancelled', 'expired'],
  booked: ['booked', 'waiting', 'cancelled', 'expired'],
  waiting: ['booked', 'called', 'cancelled', 'expired'],
  called: ['called', 'serving', 'served', 'missed', 'no_show', 'cancelled', 'expired'],
  // never missed, expired or cancelled: the person is at the counter
  serving: ['served'],
  missed: ['called', 'serving', 'served', 'no_show', 'cancelled', 'expired'],
  served: [],
  no_show: [],
  cancelled: [],
  expired: [],
}
const isLive = (state: TicketState) => liveStates.some((live) => live === state)

describe('a ticket on its way through the states', () => {
  test('changes only along the arrows, and refuses every other action by name', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind === 'undo' || step.action.kind === 'notice' || step.action.kind === 'promise') return
      if (after.state !== before.state) expect(arrows[before.state]).toContain(after.state)
      if (after.version === before.version) {
        expect(after).toEqual(before)
        const decision = decide(before, step.action.kind === 'expire' ? { kind: 'expire', today: before.serviceDay } : step.action, now)
        const names = step.action.kind === 'recall' ? ['wrong_state', 'recalled_enough'] : ['wrong_state']
        expect('already' in decision || ('refused' in decision && names.includes(decision.refused))).toBe(true)
      }
    })
  })

  test('can go along every arrow and no other, if enough time has passed', () => {
    const much = later(90 * MINUTE)
    const all: Action[] = [
      ...[issue, callTo('two'), arriveAt('two'), { kind: 'complete' }, { kind: 'no_show' }],
      ...[
        { kind: 'restart', ...countdown },
        { kind: 'recall', rungAt: null, ...countdown },
        { kind: 'extend', ...countdown },
      ],
      ...[{ kind: 'miss' }, { kind: 'cancel' }, { kind: 'lapse' }, { kind: 'expire', today: '2026-11-22' }],
      ...[holdSlot, bookSlot, joinNow, { kind: 'begin' }, { kind: 'close' }],
    ] as Action[]
    for (const state of ticketStates) {
      const tickets: Ticket[] = state === 'pending_payment' ? [held(), moved(held(), holdSlot)] : [called(), waiting(), booked()]
      const reached = tickets.flatMap((ticket) =>
        all.flatMap((action) => {
          const decision = decide({ ...ticket, state }, action, much)
          return 'change' in decision ? [decision.change.state ?? state] : []
        }),
      )
      expect([...new Set(reached)].sort(), `from ${state}`).toEqual([...arrows[state]].sort())
    }
  })

  test('that has ended never returns to the queue, except by undo', () => {
    onEveryStep(({ step, before, after }) => {
      if (isLive(before.state) || !isLive(after.state)) return
      expect(step.action.kind).toBe('undo')
      expect(['served', 'no_show']).toContain(before.state)
    })
  })

  test('keeps its number, lane, time of joining and place in the serving order once it has them', () => {
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

  test('counts every change, call and recall, and never counts back, so that each call and recall has its own message', () => {
    onEveryStep(({ step, before, after }) => {
      expect(after.version - before.version).toBe(after === before ? 0 : 1)
      const rung = (step.action.kind === 'call' || step.action.kind === 'recall') && after !== before
      expect(after.callCount - before.callCount).toBe(rung ? 1 : 0)
      if (rung) expect(after.noticeState).toBe('queued')
    })
  })

  test('has a countdown only while it is called, whose end is its start and its duration', () => {
    onEveryStep(({ after }) => {
      if (after.state !== 'called')
        expect([after.callStartedAt, after.callSeconds, after.callEndsAt, after.graceEndsAt]).toEqual([null, null, null, null])
      if (after.callStartedAt && after.callSeconds !== null) {
        expect(after.callEndsAt).toEqual(later(after.callSeconds * SECOND, after.callStartedAt))
      } else expect(after.callEndsAt).toBeNull()
    })
  })

  test('has an end time if and only if it is missed or has ended', () => {
    onEveryStep(({ after }) => {
      expect(after.endedAt !== null).toBe(after.state === 'missed' || !isLive(after.state))
    })
  })

  test('is missed only after its grace time, or after its countdown if the counter calls the next person', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind !== 'miss') {
        if (step.action.kind !== 'undo') expect(after.state === 'missed' && before.state !== 'missed').toBe(false)
        return
      }
      const graceOver = before.graceEndsAt !== null && before.graceEndsAt <= now
      const countdownOver = before.callEndsAt === null || before.callEndsAt <= now
      const due = before.state === 'called' && (step.action.next ? countdownOver : graceOver)
      expect(after.state === 'missed' && after !== before).toBe(due)
    })
  })

  test('of a person at the counter is never missed, cancelled or expired: at the end of its day it becomes served', () => {
    const there = moved(called(), arriveAt('one'))
    const late = later(30 * 60 * MINUTE)
    for (const action of [{ kind: 'miss' }, { kind: 'miss', next: true }, { kind: 'cancel' }, { kind: 'no_show' }] as const)
      expect(decide(there, action, late)).toEqual({ refused: 'wrong_state' })
    expect(decide(there, { kind: 'expire', today: '2026-11-21' }, late)).toEqual({ refused: 'wrong_state' })
    expect(decide(there, { kind: 'expire', today: '2026-11-22' }, late)).toEqual({
      change: { state: 'served', endedAt: late },
      event: 'ticket.served',
    })
  })

  test('has its grace time after its countdown, however the countdown was started', () => {
    onEveryStep(({ step, before, after }) => {
      const { kind } = step.action
      if (after === before || (kind !== 'call' && kind !== 'recall' && kind !== 'restart' && kind !== 'extend')) return
      const { graceMinutes } = step.action as { graceMinutes: number }
      expect(after.graceEndsAt).toEqual(later(graceMinutes * MINUTE, after.callEndsAt ?? morning))
    })
  })

  test('is recalled at most three times per call, and a new call counts from zero', () => {
    let ticket = called()
    for (let i = 0; i < MOST_RECALLS; i += 1) ticket = moved(ticket, { kind: 'recall', rungAt: null, ...countdown })
    expect(decide(ticket, { kind: 'recall', rungAt: null, ...countdown }, morning)).toEqual({ refused: 'recalled_enough' })
    const missed = moved(ticket, { kind: 'miss' }, later(20 * MINUTE))
    expect(moved(missed, callTo('two')).recallCount).toBe(0)
    onEveryStep(({ after }) => expect(after.recallCount).toBeLessThanOrEqual(MOST_RECALLS))
  })

  test('lapses only if it is unpaid and its hold is over', () => {
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

  test('paid in the last moment of its hold stays, even if the sweep comes late', () => {
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
    ['arrive', moved(called(), arriveAt('one')), arriveAt('two')],
    ['complete', moved(called(), { kind: 'complete' }), { kind: 'complete' }],
    ['no_show', moved(called(), { kind: 'no_show' }), { kind: 'no_show' }],
    ['cancel', moved(waiting(), { kind: 'cancel' }), { kind: 'cancel' }],
  ])('pressed twice is not an error: %s', (_kind, ticket, again) => {
    expect(decide(ticket, again, later(MINUTE))).toEqual({ already: true })
  })
})

describe('undo', () => {
  test('takes back only the last action, within ten minutes and not a moment longer', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (step.action.kind !== 'undo') return
      const kind = undoableActions.find((undoable) => undoable === undone?.action)
      const inTime = undone !== null && now.getTime() - undone.at.getTime() <= UNDO_MINUTES * MINUTE
      expect(undoableNow(undone, now)).toBe(inTime ? (kind ?? null) : null)
      expect(after !== before).toBe(kind !== undefined && inTime)
      if (after === before) expect(undo(before, undone, now)).toEqual({ refused: 'nothing_to_undo' })
      // The staff table reads the last step of no other tickets.
      if (kind !== undefined) expect(before.calledAt).not.toBeNull()
    })
  })

  test('restores exactly the state before, but not a countdown whose grace time is over by now', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (step.action.kind !== 'undo' || after === before || !undone) return
      const was = undone.ticket
      const noCall = { callStartedAt: null, callSeconds: null, callEndsAt: null, graceEndsAt: null }
      const over = was.graceEndsAt !== null && was.graceEndsAt <= now
      expect(after).toEqual({
        ...was,
        ...(over ? noCall : {}),
        // changes of the countdown alone are not steps: the number of recalls is not taken back
        recallCount: before.recallCount,
        callUndoneAt: undone.action === 'call' ? now : before.callUndoneAt,
        // a missed person goes back to waiting, without a counter
        ...(undone.action === 'miss' ? { ...noCall, state: 'waiting', counterId: null } : {}),
        // these two only go forward: the message of a call keeps its number, and its delivery state is the newest one
        callCount: after.callCount,
        // the promise has tests of its own
        promiseState: after.promiseState,
        noticeState: undone.action === 'call' ? was.noticeState : before.noticeState,
        version: before.version + 1,
      })
    })
  })

  test('of several actions goes back step by step', () => {
    const start = waiting()
    const first = called()
    const calledEvent: LastEvent = { id: 1, action: 'call', at: morning, outOfTurn: false, before: beforeOf(start) }
    const servedEvent: LastEvent = { id: 2, action: 'complete', at: later(MINUTE), outOfTurn: false, before: beforeOf(first) }
    const one = undo(first, servedEvent, later(2 * MINUTE))
    expect(one).toMatchObject({ event: 'ticket.undone', change: { state: 'called', endedAt: null, callEndsAt: first.callEndsAt } })
    expect(undo(first, calledEvent, later(2 * MINUTE))).toMatchObject({
      change: { state: 'waiting', counterId: null, calledAt: null, noticeState: null },
    })
  })

  test('at ten minutes works, a millisecond later there is nothing to undo', () => {
    const event: LastEvent = { id: 1, action: 'no_show', at: morning, outOfTurn: false, before: beforeOf(called()) }
    expect(undo(called(), event, later(10 * MINUTE))).toMatchObject({ change: { state: 'called', callEndsAt: null } })
    expect(undo(called(), event, later(10 * MINUTE + 1))).toEqual({ refused: 'nothing_to_undo' })
    expect(undo(called(), null, morning)).toEqual({ refused: 'nothing_to_undo' })
  })

  test.each(['issue', 'cancel', 'lapse', 'expire', 'undo', 'restart', 'recall', 'extend'])('does not take back: %s', (kind) => {
    expect(undo(waiting(), { id: 1, action: kind, at: morning, outOfTurn: false, before: beforeOf(waiting()) }, morning)).toEqual({
      refused: 'nothing_to_undo',
    })
  })

  test('of a served person keeps the delivery state of the call message', () => {
    const servedBeforeTheReport = beforeOf({ ...called(), noticeState: 'queued' })
    const decision = undo(
      called(),
      { id: 1, action: 'complete', at: morning, outOfTurn: false, before: servedBeforeTheReport },
      later(SECOND),
    )
    expect('change' in decision && Object.hasOwn(decision.change, 'noticeState')).toBe(false)
  })
})
