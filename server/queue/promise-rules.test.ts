import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { called, callTo, held, issue, later, morning, moved, onEveryStep, PROMISED, waiting } from '#tests/support/calls/ticket-walk.ts'
import { isPromiseBroken } from './promise-rules.ts'
import { beforeOf, decide, type LastEvent, type Ticket, undo } from './rules.ts'

const end = later(PROMISED * MINUTE)
const justAfter = later(1, end)

describe('a service promise', () => {
  test('begins when the ticket joins and lasts the minutes of its order; its end never moves', () => {
    onEveryStep(({ before, after }) => {
      if (after.number === null) expect([after.promisedUntil, after.promiseState]).toEqual([null, null])
      else if (before.number === null) expect(after).toMatchObject({ promisedUntil: end, promiseState: 'open' })
      else expect(after.promisedUntil).toEqual(end)
    })
  })

  test('is kept by a call in time, ended by an end in time, broken after its time, and reopened by the undo of the first call', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (after.promiseState === before.promiseState || before.promiseState === null) return
      const { kind } = step.action
      const inTime = now <= end
      if (before.promiseState === 'kept') {
        expect([kind, undone?.action, after.promiseState, after.calledAt]).toEqual(['undo', 'call', 'open', null])
        return
      }
      expect(before.promiseState).toBe('open')
      if (kind === 'call') expect([after.promiseState, inTime]).toEqual(['kept', true])
      else if (kind === 'promise') expect([after.promiseState, inTime]).toEqual(['broken', false])
      else {
        expect(['cancel', 'expire']).toContain(kind)
        expect([after.promiseState, inTime]).toEqual(['ended', true])
      }
    })
  })

  test('is broken by the next run of the worker if and only if its time is over and no call in time stands', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind !== 'promise' || before.promiseState !== 'open') return
      const inTime = before.calledAt !== null && before.calledAt <= end
      expect(after.promiseState).toBe(now > end && !inTime ? 'broken' : 'open')
    })
  })

  test('is open after each call that came in time and was undone, and never both kept and uncalled', () => {
    onEveryStep(({ after }) => {
      if (after.promiseState === 'kept') expect(after.calledAt).not.toBeNull()
    })
  })

  test('is kept by a call in its last millisecond, and by none after it', () => {
    expect(moved(waiting(), callTo('one'), end).promiseState).toBe('kept')
    const late = moved(waiting(), callTo('one'), justAfter)
    expect([late.promiseState, isPromiseBroken(late, justAfter)]).toEqual(['open', true])
    expect([isPromiseBroken(waiting(), end), isPromiseBroken(waiting(), justAfter)]).toEqual([false, true])
  })

  test('stays kept if the person is missed and called again after its time', () => {
    const missed = moved(called(), { kind: 'miss' }, later(10 * MINUTE))
    const again = moved(missed, callTo('two'), later(11 * MINUTE))
    expect([again.promiseState, isPromiseBroken(again, later(12 * MINUTE))]).toEqual(['kept', false])
  })

  test('is broken if the only call was a mistake, even if staff take it back after its time', () => {
    const event: LastEvent = { id: 1, action: 'call', at: morning, outOfTurn: false, before: beforeOf(waiting()) }
    const decision = undo(called(), event, justAfter)
    if (!('change' in decision)) throw new Error('not undone')
    expect(isPromiseBroken({ ...called(), ...decision.change } as Ticket, justAfter)).toBe(true)
    const broken = { ...moved(waiting(), callTo('one'), justAfter), promiseState: 'broken' as const }
    const undone = undo(broken, { ...event, at: justAfter }, later(1, justAfter))
    expect('change' in undone && Object.hasOwn(undone.change, 'promiseState'), 'a broken one stays broken').toBe(false)
  })

  test('of a person who leaves after its time is still broken', () => {
    const left = moved(waiting(), { kind: 'cancel' }, justAfter)
    expect([left.promiseState, isPromiseBroken(left, justAfter)]).toEqual(['open', true])
    expect(moved(waiting(), { kind: 'cancel' }, end).promiseState).toBe('ended')
  })

  test('does not exist without the promise of an order', () => {
    const decision = decide({ ...held(), promiseMinutes: null }, issue, morning)
    expect(decision).toMatchObject({ change: { promiseMinutes: null, promisedUntil: null, promiseState: null } })
  })
})
