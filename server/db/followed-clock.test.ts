import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followTime } from './followed-clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** The clock of the database is right. `aheadMs` is how far the machine is ahead; `answerMs` is null while the database is away. */
async function machine(at: { aheadMs: number; answerMs: number | null }) {
  const log = { warn: vi.fn(), info: vi.fn() }
  const wait = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve())
  const time = async () => {
    if (at.answerMs === null) throw new Error('the database is away')
    await wait(at.answerMs / 2)
    const now = new Date()
    await wait(at.answerMs / 2)
    return now
  }
  const following = followTime({ now: () => new Date(Date.now() + at.aheadMs) }, time, log)
  await vi.advanceTimersByTimeAsync(20_000)
  const { clock, stop } = await following
  /** How wrong the clock of the node is, in ms. */
  const error = () => clock.now().getTime() - Date.now()
  const later = () => vi.advanceTimersByTimeAsync(30_000)
  return { at, log, error, later, stop: () => Promise.all([stop(), later()]) }
}

describe('a clock that follows the database', () => {
  test('is right from the start, and stays right when the machine’s clock is set', async () => {
    const { at, log, error, later, stop } = await machine({ aheadMs: 120_000, answerMs: 0 })
    expect(error()).toBe(0)
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ aheadMs: 120_000 }, expect.stringContaining("machine's clock is wrong"))
    at.aheadMs = -90_000
    await later()
    expect(error()).toBe(0)
    at.aheadMs = 0
    await later()
    expect([error(), log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([0, 1, 1])
    await stop()
  })

  test('does not count the time of the round trip as a difference', async () => {
    const { error, later, log, stop } = await machine({ aheadMs: 0, answerMs: 1000 })
    await later()
    expect([error(), log.warn.mock.calls.length]).toEqual([0, 0])
    await stop()
  })

  test('does not move for an answer that took several seconds, nor while the database is away', async () => {
    const { at, error, later, stop } = await machine({ aheadMs: 5000, answerMs: 0 })
    at.answerMs = 4000
    at.aheadMs = 5500
    await later()
    expect(error(), 'the last known difference').toBe(500)
    at.answerMs = null
    await later()
    expect(error()).toBe(500)
    at.answerMs = 10
    await later()
    expect(Math.abs(error())).toBeLessThan(10)
    await stop()
  })
})
