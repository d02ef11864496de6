import { expect, test } from 'vitest'
import type { Digest } from '../../../contract/waiting.ts'
import { onBoard } from './calls.ts'

const queue: Digest = {
  shopId: 'phoenix-cafe',
  seq: 9,
  waiting: 8,
  order: [48, 50, 44, 51, 52, 45, 53, 54],
  nowServing: [47, 43, 42, 41].map((number, i) => ({ number, counter: `Counter ${i + 1}` })),
  minutesPerTicket: 4,
  openCounters: 2,
  serverTime: 10_000,
}

test('the board shows the newest three calls and the next six numbers', () => {
  const { calls, next } = onBoard(queue, [])
  expect(calls.map(({ number }) => number)).toEqual([47, 43, 42])
  expect(next).toEqual([48, 50, 44, 51, 52, 45])
})

test('the next numbers are those of a run as well', () => {
  expect(onBoard({ ...queue, order: [50, [44, 2000]] }, []).next).toEqual([50, 44, 45, 46, 47, 48])
  expect(onBoard({ ...queue, order: [[48, 50], 44] }, [{ number: 49, counter: 'Till', startTime: 10_400 }]).next).toEqual([48, 50, 44])
})

test('a call that is younger than the digest stands first, and its number is no longer next', () => {
  const { calls, next } = onBoard(queue, [{ number: 48, counter: 'Till', startTime: 10_400 }])
  expect(calls).toEqual([
    { number: 48, counter: 'Till' },
    { number: 47, counter: 'Counter 1' },
    { number: 43, counter: 'Counter 2' },
  ])
  expect(next).toEqual([50, 44, 51, 52, 45, 53])
})

test('a number that is called again moves to the front and stands there once', () => {
  expect(onBoard(queue, [{ number: 42, counter: 'Till', startTime: 10_400 }]).calls.map(({ number }) => number)).toEqual([42, 47, 43])
})

test('a countdown older than the digest brings nobody back who has been served since', () => {
  expect(onBoard(queue, [{ number: 40, counter: 'Till', startTime: 9000 }]).calls.map(({ number }) => number)).toEqual([47, 43, 42])
})
