import { describe, expect, test } from 'vitest'
import { ticket as row } from '#tests/support/people/staff-ticket.ts'
import type { CounterState, DeskState } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { isTimeUp, keepsBusy, nameOf, othersAt, ownCounter, shownOf, stepOf } from './desk-steps.ts'

const now = Date.UTC(2026, 10, 22, 10)
const counter = (over: Partial<CounterState> = {}): CounterState => ({
  id: 'two',
  name: 'Counter 2',
  isOpen: true,
  pausedUntil: null,
  people: ['Priya'],
  token: null,
  ...over,
})
const ticket = (id: string, over: Partial<StaffTicket> = {}) =>
  row(id, { state: 'called', counterId: 'two', startTime: now - 60_000, duration: 180, ...over })
const next = ticket('48', { state: 'waiting', counterId: null })

describe('the blue button at a counter', () => {
  test('leads one customer through the steps: call, here, served and call the next', () => {
    expect(stepOf(counter(), null, next, now)).toEqual({ does: 'call', next })
    const called = ticket('47')
    expect(stepOf(counter(), called, next, now)).toEqual({ does: 'arrive', ticket: called })
    const serving = ticket('47', { state: 'serving' })
    expect(stepOf(counter(), serving, next, now)).toEqual({ does: 'serve', ticket: serving, next })
    expect(stepOf(counter(), serving, null, now)).toEqual({ does: 'serve', ticket: serving, next: null })
    expect(stepOf(counter(), null, null, now)).toEqual({ does: 'nothing' })
  })

  test('still says Here after the end of the countdown', () => {
    const late = ticket('47', { startTime: now - 200_000 })
    expect(stepOf(counter(), late, next, now).does).toBe('arrive')
  })

  test('opens a closed or paused counter, but first finishes with the customer who is there', () => {
    const pausing = counter({ pausedUntil: new Date(now + 60_000) })
    expect(stepOf(pausing, null, next, now)).toEqual({ does: 'open', counter: pausing })
    const closed = counter({ isOpen: false })
    expect(stepOf(closed, null, next, now)).toEqual({ does: 'open', counter: closed })
    const serving = ticket('47', { state: 'serving' })
    expect(stepOf(pausing, serving, next, now), 'served, and no one is called').toEqual({ does: 'serve', ticket: serving, next: null })
    expect(stepOf(counter({ pausedUntil: new Date(now) }), null, next, now).does, 'the pause is over').toBe('call')
  })

  test('has a different name for each step', () => {
    const serving = ticket('47', { state: 'serving' })
    const names = [
      stepOf(counter(), null, next, now),
      stepOf(counter(), ticket('47'), next, now),
      stepOf(counter(), serving, next, now),
      stepOf(counter(), serving, null, now),
      stepOf(counter({ isOpen: false }), null, next, now),
      stepOf(counter(), null, null, now),
    ].map(nameOf)
    expect(new Set(names).size).toBe(names.length)
  })
})

test('without a counter the blue button always calls the next one', () => {
  expect(stepOf(null, ticket('47', { counterId: null }), next, now)).toEqual({ does: 'call', next })
  expect(stepOf(null, ticket('47', { counterId: null }), null, now)).toEqual({ does: 'nothing' })
})

describe('the customer on the card', () => {
  // Newest call first, as `calledOf` returns them.
  const called = [ticket('9', { counterId: 'one' }), ticket('8'), ticket('7', { counterId: null })]

  test('at a counter is the customer of this counter, whatever other counters call', () => {
    expect(shownOf(called, 'two', null)?.id).toBe('8')
    expect(shownOf([ticket('10', { counterId: 'one' }), ...called], 'two', '10')?.id, 'no other customer can be chosen').toBe('8')
    expect(shownOf(called, 'three', null)).toBeNull()
  })

  test('without a counter is the chosen customer, else the earliest call', () => {
    expect(shownOf(called, null, '9')?.id).toBe('9')
    expect(shownOf(called, null, null)?.id).toBe('7')
    expect(shownOf(called, null, 'gone')?.id).toBe('7')
    expect(shownOf([], null, null)).toBeNull()
  })
})

test('a customer keeps a counter busy during the countdown and while being served, but not in the grace time', () => {
  const running = ticket('47')
  const late = ticket('47', { startTime: now - 180_000 })
  expect(isTimeUp(running, now)).toBe(false)
  expect(isTimeUp(late, now), 'at 0:00').toBe(true)
  expect(isTimeUp(ticket('47', { state: 'serving', startTime: null, duration: null }), now)).toBe(false)
  expect(keepsBusy(running, 'two', now)).toBe(running)
  expect(keepsBusy(late, 'two', now)).toBeNull()
  expect(keepsBusy(ticket('47', { state: 'serving', startTime: null }), 'two', now)?.id).toBe('47')
  expect(keepsBusy(running, null, now), 'without a counter there is no limit here').toBeNull()
})

test('this device is at the counter that the server names, and names the others there', () => {
  const desk = { counters: [counter({ id: 'one' }), counter()], mine: 'two' } as DeskState
  expect(ownCounter(desk)?.id).toBe('two')
  expect(ownCounter({ ...desk, mine: null })).toBeNull()
  expect(ownCounter(undefined)).toBeNull()
  expect(othersAt(counter({ people: ['Priya', 'Sanjay'] }), 'Priya')).toEqual(['Sanjay'])
  expect(othersAt(counter({ people: ['Priya', 'Priya'] }), 'Priya'), 'a second device of the same account').toEqual(['Priya'])
  expect(othersAt(counter(), 'Priya')).toEqual([])
})
