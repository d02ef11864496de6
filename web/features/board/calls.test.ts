import { expect, test } from 'vitest'
import type { Digest } from '#contract/queue/waiting.ts'
import { missedOnBoard, onBoard } from './calls.ts'

const queue: Digest = {
  shopId: 'phoenix-cafe',
  seq: 9,
  waiting: 8,
  order: [48, 50, 44, 51, 52, 45, 53, 54],
  // The newest call first.
  nowServing: [
    { number: 47, counter: 'Counter 2' },
    { number: 43, counter: 'Counter 10', serving: true },
    { number: 42, counter: 'Counter 1' },
  ],
  minutesPerTicket: 4,
  openCounters: 2,
  paused: null,
  serverTime: 10_000,
}
const at = (counters: number): Digest => ({
  ...queue,
  nowServing: Array.from({ length: counters }, (_, i) => ({ number: 60 + i, counter: `Counter ${counters - i}` })),
})
const numbers = (queue: Digest, running: Parameters<typeof onBoard>[1] = []) => onBoard(queue, running).calls.map(({ number }) => number)

test('counters are in the order of their names, and the newest call whose shopper has not arrived is marked', () => {
  const { calls, next } = onBoard(queue, [])
  expect(calls).toEqual([
    { number: 42, counter: 'Counter 1', isNew: false, isServing: false },
    { number: 47, counter: 'Counter 2', isNew: true, isServing: false },
    { number: 43, counter: 'Counter 10', isNew: false, isServing: true },
  ])
  expect(next).toEqual([48, 50, 44, 51, 52, 45])
})

test.each([
  [0, 'none'],
  [1, 'one'],
  [2, 'rows'],
  [3, 'rows'],
  [4, 'two-columns'],
  [8, 'two-columns'],
  [9, 'three-columns'],
] as const)('%i calls are all on the board, laid out as %s', (counters, layout) => {
  const shown = onBoard(at(counters), [])
  expect(shown.calls).toHaveLength(counters)
  expect(shown.layout).toBe(layout)
  const names = shown.calls.map(({ counter }) => counter)
  expect(names).toEqual(Array.from({ length: counters }, (_, i) => `Counter ${i + 1}`))
})

test('the next numbers include the numbers inside a run', () => {
  expect(onBoard({ ...queue, order: [50, [44, 2000]] }, []).next).toEqual([50, 44, 45, 46, 47, 48])
  expect(onBoard({ ...queue, order: [[48, 50], 44] }, [{ number: 49, counter: 'Till', startTime: 10_400 }]).next).toEqual([48, 50, 44])
})

test('a call that is newer than the digest is shown at once, and its number is no longer next', () => {
  const { calls, next } = onBoard(queue, [{ number: 48, counter: 'Counter 3', startTime: 10_400 }])
  expect(calls.map(({ number, isNew }) => [number, isNew])).toEqual([
    [42, false],
    [47, false],
    [48, true],
    [43, false],
  ])
  expect(next).toEqual([50, 44, 51, 52, 45, 53])
})

test('a newer call to a counter replaces the older one there', () => {
  expect(numbers(queue, [{ number: 48, counter: 'Counter 2', startTime: 10_400 }])).toEqual([42, 48, 43])
})

test('a number that is called again is shown once', () => {
  expect(numbers(queue, [{ number: 42, counter: 'Counter 1', startTime: 10_400 }])).toEqual([42, 47, 43])
})

test('a countdown that arrives late does not undo the arrival of its shopper', () => {
  const late = onBoard(queue, [{ number: 43, counter: 'Counter 10', startTime: 10_400 }]).calls
  expect(late.find(({ number }) => number === 43)?.isServing).toBe(true)
})

test('a countdown older than the digest does not bring back a number that has been served since', () => {
  expect(numbers(queue, [{ number: 40, counter: 'Till', startTime: 9000 }])).toEqual([42, 47, 43])
})

test('calls without a counter come last, the newest first', () => {
  const bare = { ...queue, nowServing: [{ number: 9, counter: null }, { number: 8, counter: null }, ...queue.nowServing] }
  expect(numbers(bare)).toEqual([42, 47, 43, 9, 8])
  expect(onBoard(bare, []).calls.find(({ isNew }) => isNew)?.number).toBe(9)
})

test('no call is marked as new if all called shoppers have arrived', () => {
  const all = { ...queue, nowServing: queue.nowServing.map((call) => ({ ...call, serving: true as const })) }
  expect(onBoard(all, []).calls.some(({ isNew }) => isNew)).toBe(false)
})

test('a missed number leaves the strip when it is called again, and the strip shows at most five', () => {
  const { calls } = onBoard(queue, [])
  expect(missedOnBoard([47, 41, 40, 39, 38, 37, 36], calls)).toEqual([41, 40, 39, 38, 37])
})
