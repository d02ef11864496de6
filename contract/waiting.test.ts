import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectedWait, peopleAheadOf } from './waiting.ts'

const people = fc.integer({ min: 0, max: 500 })
const shop = fc.record({ minutesPerTicket: fc.integer({ min: 1, max: 240 }), openCounters: fc.integer({ min: 0, max: 20 }) })

describe('people ahead', () => {
  test('are those who stand before this number in the serving order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 200 }), (order) => {
        expect(order.map((number) => peopleAheadOf({ order }, number))).toEqual(order.map((_, place) => place))
      }),
    )
  })

  test('of a number that is not waiting are unknown', () => {
    expect(peopleAheadOf({ order: [3, 1, 2] }, 4)).toBeNull()
    expect(peopleAheadOf({ order: [] }, 1)).toBeNull()
  })
})

describe('the expected wait', () => {
  test.each([
    // people ahead, minutes per ticket, open counters
    [0, 4, 2, { low: 0, high: 1 }],
    [1, 4, 1, { low: 2, high: 6 }],
    [3, 4, 2, { low: 4, high: 8 }],
    [10, 4, 2, { low: 10, high: 30 }],
    [5, 4, 0, { low: 10, high: 30 }],
  ])('with %i people ahead, %i minutes per ticket and %i counters is %o', (ahead, minutesPerTicket, openCounters, range) => {
    expect(expectedWait(ahead, { minutesPerTicket, openCounters })).toEqual(range)
  })

  test('is a range of whole minutes around people × minutes ÷ counters, never empty', () => {
    fc.assert(
      fc.property(people, shop, (ahead, digest) => {
        const { low, high } = expectedWait(ahead, digest)
        const middle = (ahead * digest.minutesPerTicket) / Math.max(1, digest.openCounters)
        expect(Number.isInteger(low) && Number.isInteger(high)).toBe(true)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThan(low)
        expect(low).toBeLessThanOrEqual(middle)
        expect(high).toBeGreaterThanOrEqual(middle)
      }),
    )
  })

  test('is shown in fives from ten minutes on', () => {
    fc.assert(
      fc.property(people, shop, (ahead, digest) => {
        const { low, high } = expectedWait(ahead, digest)
        if (low >= 10) expect([low % 5, high % 5]).toEqual([0, 0])
      }),
    )
  })

  test('never falls with one more person ahead, and never rises with one more counter', () => {
    fc.assert(
      fc.property(people, shop, (ahead, digest) => {
        const now = expectedWait(ahead, digest)
        const more = expectedWait(ahead + 1, digest)
        expect(more.low >= now.low && more.high >= now.high).toBe(true)
        const faster = expectedWait(ahead, { ...digest, openCounters: digest.openCounters + 1 })
        expect(faster.low <= now.low && faster.high <= now.high).toBe(true)
      }),
    )
  })
})
