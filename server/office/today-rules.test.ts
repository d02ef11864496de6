import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopStates } from '#contract/office/today.ts'
import { byNeed, stateOf, waitOf } from './today-rules.ts'

const queue = { waiting: 4, minutesPerTicket: 5, openCounters: 1, paused: null }
const shop = { isOpen: true, usualWaitMinutes: 40, queue }

describe('the state of a shop', () => {
  test('is that no counter takes calls, also if staff have paused the queue as well', () => {
    const paused = { reason: 'break', until: null } as const
    expect(stateOf({ ...shop, queue: { ...queue, openCounters: 0 } })).toBe('no_counter')
    expect(stateOf({ ...shop, queue: { ...queue, openCounters: 0, paused } })).toBe('no_counter')
    expect(stateOf({ ...shop, queue: { ...queue, paused } })).toBe('paused')
  })

  test('is slow when its wait reaches the one in its billing queue, and never if it states none', () => {
    expect(stateOf({ ...shop, queue: { ...queue, waiting: 7 } })).toBe('running')
    expect(stateOf({ ...shop, queue: { ...queue, waiting: 8 } })).toBe('slow')
    expect(stateOf({ ...shop, queue: { ...queue, waiting: 8, openCounters: 2 } })).toBe('running')
    expect(stateOf({ ...shop, usualWaitMinutes: null, queue: { ...queue, waiting: 800 } })).toBe('running')
  })

  test('is closed outside the opening hours, unless people still wait', () => {
    expect(stateOf({ ...shop, isOpen: false, queue: { ...queue, waiting: 0, openCounters: 0 } })).toBe('closed')
    expect(stateOf({ ...shop, isOpen: false })).toBe('running')
    expect(stateOf({ ...shop, isOpen: false, queue: { ...queue, openCounters: 0 } })).toBe('no_counter')
  })
})

test('a wait is said only if people wait and a counter is open', () => {
  expect(waitOf(queue)).toEqual({ low: 10, high: 30 })
  expect(waitOf({ ...queue, waiting: 0 })).toBeNull()
  expect(waitOf({ ...queue, openCounters: 0 })).toBeNull()
})

test('the shops that need help come first, of two in the same state the busier one', () => {
  const shops = fc.array(fc.record({ name: fc.string(), state: fc.constantFrom(...shopStates), waiting: fc.nat(50) }))
  fc.assert(
    fc.property(shops, (found) => {
      const order = found.sort(byNeed).map(({ state, waiting }) => [shopStates.indexOf(state), -waiting] as const)
      for (const [i, [state, waiting]] of order.entries()) {
        const before = order[i - 1]
        if (before) expect(before[0] < state || (before[0] === state && before[1] <= waiting)).toBe(true)
      }
    }),
  )
})
