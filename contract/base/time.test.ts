import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, DEFAULT_TIME_ZONE, financialYearOf, HOUR, localDateOf, MINUTE, SECOND, secondsLeft, serviceDayOf } from './time.ts'

const instant = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })

describe('the service day', () => {
  test.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00Z', '2026-11-21'],
    ['2026-12-31T18:30:00Z', '2027-01-01'],
    ['2028-02-28T18:30:00Z', '2028-02-29'],
  ])('changes at midnight in India: %s is %s', (at, day) => {
    expect(serviceDayOf(new Date(at), DEFAULT_TIME_ZONE, 0)).toBe(day)
  })

  test('is the local date; in India, clocks are five and a half hours ahead of UTC', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const local = new Date(at.getTime() + 5 * HOUR + 30 * MINUTE).toISOString().slice(0, 10)
        expect(serviceDayOf(at, DEFAULT_TIME_ZONE, 0)).toBe(local)
        expect(localDateOf(at, DEFAULT_TIME_ZONE)).toBe(local)
        expect(serviceDayOf(at, 'UTC', 0)).toBe(at.toISOString().slice(0, 10))
      }),
    )
  })

  const zone = fc.constantFrom(
    ...[
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'America/New_York',
      'Europe/London',
      'Pacific/Apia',
      'Australia/Lord_Howe',
      'America/Havana',
      'UTC',
    ],
  )
  const hour = fc.integer({ min: 0, max: 12 })

  test('never runs backwards, in any zone and with any day start', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 3 * DAY }), zone, hour, (at, later, name, begins) => {
        expect(serviceDayOf(new Date(at.getTime() + later), name, begins) >= serviceDayOf(at, name, begins)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('never runs backwards in the hours when clocks go forward or back', () => {
    for (const [name, change] of [
      ['America/New_York', '2026-11-01T06:00:00Z'],
      ['America/New_York', '2026-03-08T07:00:00Z'],
      ['Europe/London', '2026-10-25T01:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
      ['America/Havana', '2026-11-01T05:00:00Z'],
    ] as const)
      for (let begins = 0; begins <= 12; begins += 1) {
        const days = Array.from({ length: 8 * 24 }, (_, i) =>
          serviceDayOf(new Date(Date.parse(change) - DAY + i * 15 * MINUTE), name, begins),
        )
        expect(days, `${name}, from ${begins} o'clock`).toEqual([...days].sort())
      }
  })

  test('is the local date from the day start on, and the date before until then', () => {
    fc.assert(
      fc.property(instant, zone, hour, (at, name, begins) => {
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', hourCycle: 'h23' })
        const date = localDateOf(at, name)
        const before = new Date(Date.parse(date) - DAY).toISOString().slice(0, 10)
        expect(serviceDayOf(at, name, begins)).toBe(Number(clock.format(at)) >= begins ? date : before)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00Z', '2026-11-20'],
    ['2026-11-20T22:29:59.999Z', '2026-11-20'],
    ['2026-11-20T22:30:00Z', '2026-11-21'],
  ])('does not change at midnight for a mall in India with the day start at four: %s is %s', (at, day) => {
    expect(serviceDayOf(new Date(at), DEFAULT_TIME_ZONE, 4)).toBe(day)
  })
})

describe('the financial year', () => {
  test.each([
    ['2026-03-31', '2526'],
    ['2026-04-01', '2627'],
    ['2026-11-21', '2627'],
    ['2027-03-31', '2627'],
    ['2099-12-31', '9900'],
  ])('of %s is %s', (day, year) => {
    expect(financialYearOf(day)).toBe(year)
  })

  test('runs from April to March: it changes only between 31 March and 1 April', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const day = at.toISOString().slice(0, 10)
        const next = new Date(at.getTime() + DAY).toISOString().slice(0, 10)
        expect(financialYearOf(day) !== financialYearOf(next)).toBe(next.endsWith('-04-01'))
      }),
    )
  })
})

describe('a countdown', () => {
  const countdown = { startTime: Date.UTC(2026, 10, 21), duration: 180 }

  test.each([
    [0, 180],
    [1, 180],
    [1000, 179],
    [179_001, 1],
    [180_000, 0],
    [999_999, 0],
  ])('after %i ms has %i seconds left', (after, left) => {
    expect(secondsLeft(countdown, countdown.startTime + after)).toBe(left)
  })

  test('has whole seconds left, never below zero, and is over exactly at its end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3600 }), fc.integer({ min: 0, max: 2 * HOUR }), (duration, after) => {
        const left = secondsLeft({ startTime: countdown.startTime, duration }, countdown.startTime + after)
        expect(Number.isInteger(left)).toBe(true)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(duration)
        expect(left === 0).toBe(after >= duration * SECOND)
      }),
    )
  })
})
