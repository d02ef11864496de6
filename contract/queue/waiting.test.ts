import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectedWait, type InLine, isNoFaster, numbersOf, orderOf, peopleAheadOf, runsOf } from './waiting.ts'

const people = fc.integer({ min: 0, max: 500 })
const shop = fc.record({ minutesPerTicket: fc.integer({ min: 1, max: 240 }), openCounters: fc.integer({ min: 0, max: 20 }) })

describe('people ahead', () => {
  test('are those before this number in the serving order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 200 }), (order) => {
        expect(order.map((number) => peopleAheadOf({ order: runsOf(order) }, number, 'priority'))).toEqual(order.map((_, place) => place))
      }),
    )
  })

  test('of a number that is not waiting are unknown', () => {
    expect(peopleAheadOf({ order: [3, 1, 2] }, 4, 'priority')).toBeNull()
    expect(peopleAheadOf({ order: [] }, 1, 'priority')).toBeNull()
    expect(peopleAheadOf({ order: [[3, 5], 7, [9, 12]] }, 8, 'priority')).toBeNull()
  })
})

/** Mostly in order; sometimes a person overtakes. */
const queue = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 }),
    fc.array(fc.tuple(fc.nat(199), fc.nat(199)), { maxLength: 5 }),
  )
  .map(([numbers, swaps]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    for (const [from, to] of swaps) sorted.splice(to, 0, ...sorted.splice(from, 1))
    return sorted
  })

describe('runs', () => {
  test('expand to the numbers they were made from, in the same order', () => {
    fc.assert(
      fc.property(queue, (numbers) => {
        expect(numbersOf(runsOf(numbers))).toEqual(numbers)
      }),
    )
  })

  test('are never longer than the numbers when written as JSON', () => {
    fc.assert(
      fc.property(queue, (numbers) => {
        expect(JSON.stringify(runsOf(numbers)).length).toBeLessThanOrEqual(JSON.stringify(numbers).length)
      }),
    )
  })

  test.each([
    [[], []],
    [[4], [4]],
    [
      [4, 5],
      [4, 5],
    ],
    [
      [4, 5, 6, 2],
      [[4, 6], 2],
    ],
    [
      [9, 3, 4, 5, 6, 8],
      [9, [3, 6], 8],
    ],
  ])('of %j are %j', (numbers, runs) => {
    expect(runsOf(numbers)).toEqual(runs)
  })
})

const longQueue = fc.record({
  gap: fc.integer({ min: 1, max: 60 }),
  begins: fc.integer({ min: 0, max: 99_000 }),
  headStart: fc.integer({ min: 0, max: 900 }),
  regular: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** 2,000 of a day's numbers, up to `gap` apart, in two lanes; the priority lane is served `headStart` numbers earlier. */
function queueOf({ gap, begins, headStart, regular }: typeof longQueue extends fc.Arbitrary<infer T> ? T : never): InLine[] {
  const luck = (i: number) => (((Math.sin(i * 12.9898 + gap) * 43_758.5453) % 1) + 1) % 1
  let number = begins
  const queue = Array.from({ length: 2000 }, (_, i): InLine & { key: number } => {
    number += 1 + Math.floor(luck(i) * gap)
    const lane = luck(i + 0.5) < regular ? 'regular' : 'priority'
    return { number, lane, key: number - (lane === 'priority' ? headStart : 0) }
  })
  return queue.toSorted((a, b) => a.key - b.key || a.number - b.number)
}

describe('the order of 2,000 waiting people', () => {
  test('takes at most 1,300 characters, whatever their numbers', () => {
    fc.assert(
      fc.property(longQueue, (day) => {
        expect(JSON.stringify(orderOf(queueOf(day))).length).toBeLessThanOrEqual(1300)
      }),
    )
  })

  test('gives each person the people ahead: exactly at the front, and within a tenth of the queue behind it', () => {
    fc.assert(
      fc.property(longQueue, (day) => {
        const queue = queueOf(day)
        const said = orderOf(queue)
        const exact = said.landmarks ? numbersOf(said.order).length : queue.length
        expect(exact).toBeGreaterThanOrEqual(80)
        for (const [place, { number, lane }] of queue.entries()) {
          const ahead = peopleAheadOf(said, number, lane) ?? Number.NaN
          if (place < exact) expect(ahead).toBe(place)
          else expect(Math.abs(ahead - place)).toBeLessThanOrEqual(200)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('never says more people ahead when the person at the front has been called', () => {
    fc.assert(
      fc.property(longQueue, (day) => {
        const queue = queueOf(day)
        const last = queue.at(-1) as InLine
        let before = Number.POSITIVE_INFINITY
        for (let gone = 0; gone < 300; gone += 1) {
          const now = peopleAheadOf(orderOf(queue.slice(gone)), last.number, last.lane) ?? Number.NaN
          expect(now).toBeLessThan(before)
          before = now
        }
      }),
      { numRuns: 5 },
    )
  })

  test('is said number by number while the numbers are mostly consecutive', () => {
    const queue = Array.from({ length: 2000 }, (_, i): InLine => ({ number: 98_000 + i + Math.floor(i / 25), lane: 'priority' }))
    expect(orderOf(queue)).toEqual({ order: runsOf(queue.map(({ number }) => number)) })
  })

  test('of a number that is behind the last landmark, or in the other lane, is unknown', () => {
    const said = { order: [3], landmarks: { regular: [[5, 1] as [number, number], [9, 4] as [number, number]] } }
    expect([3, 5, 7, 9].map((number) => peopleAheadOf(said, number, 'regular'))).toEqual([0, 1, 3, 4])
    expect([4, 10].map((number) => peopleAheadOf(said, number, 'regular'))).toEqual([null, null])
    expect(peopleAheadOf(said, 7, 'priority')).toBeNull()
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

  test('is rounded to fives from ten minutes on', () => {
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

describe('priority is as slow as the billing queue', () => {
  test('from the wait on that the shop states for it, and never if it states none', () => {
    const pace = { minutesPerTicket: 4, openCounters: 2 }
    expect([19, 20, 21].map((ahead) => isNoFaster(ahead, pace, 40))).toEqual([false, true, true])
    expect(isNoFaster(500, pace, null)).toBe(false)
    expect(isNoFaster(0, pace, 1)).toBe(false)
  })
})
