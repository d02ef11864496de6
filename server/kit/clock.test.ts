import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every, untilBeat } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Notes when work began, by the clock of the process; each run takes `takes` ms. */
function noting(takes = 0) {
  const begun: number[] = []
  const work = async () => {
    begun.push(performance.now())
    if (takes > 0) await new Promise((done) => setTimeout(done, takes))
  }
  return { begun, work }
}
const notExpected = (error: unknown) => {
  throw error
}

test('work with the same interval runs at the same moment, whenever it was started', async () => {
  const first = noting()
  const second = noting()
  const slow = noting()
  const stops = [every(1000, first.work, notExpected)]
  await vi.advanceTimersByTimeAsync(370)
  stops.push(every(1000, second.work, notExpected), every(2000, slow.work, notExpected))
  await vi.advanceTimersByTimeAsync(8000)
  await Promise.all(stops.map((stop) => stop()))
  expect(second.begun.length).toBeGreaterThanOrEqual(7)
  expect(first.begun.slice(-second.begun.length)).toEqual(second.begun)
  expect(second.begun).toEqual(expect.arrayContaining(slow.begun))
})

test('work that takes longer than a beat begins again at the next beat after its end', async () => {
  const { begun, work } = noting(1300)
  const stop = every(1000, work, notExpected)
  await vi.advanceTimersByTimeAsync(9000)
  const gaps = begun.slice(1).map((at, i) => Math.round(at - (begun[i] ?? 0)))
  expect(new Set(gaps)).toEqual(new Set([2000]))
  await Promise.all([stop(), vi.advanceTimersByTimeAsync(2000)])
})

test('a failure is reported and does not end the work', async () => {
  const told: unknown[] = []
  const stop = every(
    100,
    () => Promise.reject(new Error('away')),
    (error) => told.push(error),
  )
  await vi.advanceTimersByTimeAsync(1000)
  await stop()
  expect(told.length).toBeGreaterThanOrEqual(9)
})

test('a beat that is almost there is skipped, because its timer has fired early', () => {
  expect(untilBeat(5_000, 1000)).toBe(1000)
  expect(untilBeat(5_250, 1000)).toBe(750)
  expect(untilBeat(5_999.5, 1000)).toBe(1000.5)
})
