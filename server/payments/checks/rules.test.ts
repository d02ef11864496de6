import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import { firstCheckAt, nextCheckAt, retryAt } from './rules.ts'

const opened = new Date('2026-11-23T10:00:00Z')
const since = (ms: number) => new Date(opened.getTime() + ms)

describe('the checks of an order', () => {
  test('come at growing intervals for six days', () => {
    const checks: number[] = []
    for (let at: Date | null = firstCheckAt(opened); at; at = nextCheckAt(opened, at)) checks.push(at.getTime() - opened.getTime())
    expect(checks).toEqual([30 * SECOND, ...[2, 5, 15, 18].map((minutes) => minutes * MINUTE), ...[HOUR, DAY, 3 * DAY, 6 * DAY]])
  })

  test('are always in the future, and end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * DAY }), (ms) => {
        const next = nextCheckAt(opened, since(ms))
        if (next) expect(next.getTime()).toBeGreaterThan(since(ms).getTime())
        else expect(ms).toBeGreaterThanOrEqual(6 * DAY)
      }),
    )
  })

  test('that fail are made up later, but not for ever', () => {
    expect(retryAt(opened, since(MINUTE))).toEqual(since(2 * MINUTE))
    expect(retryAt(opened, since(HOUR))).toEqual(since(75 * MINUTE))
    expect(retryAt(opened, since(7 * DAY))).toEqual(since(7 * DAY + HOUR))
    expect(retryAt(opened, since(11 * DAY))).toBeNull()
  })
})
