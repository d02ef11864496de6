import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, DEFAULT_TIME_ZONE, financialYearOf, HOUR, MINUTE, SECOND, secondsLeft, serviceDayOf } from './time.ts'

const instant = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })

describe('the service day', () => {
  test.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00Z', '2026-11-21'],
    ['2026-12-31T18:30:00Z', '2027-01-01'],
    ['2028-02-28T18:30:00Z', '2028-02-29'],
  ])('turns at midnight in India: %s is %s', (at, day) => {
    expect(serviceDayOf(new Date(at), DEFAULT_TIME_ZONE)).toBe(day)
  })

  test('is the local date, whose clocks in India are five and a half hours ahead', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const local = new Date(at.getTime() + 5 * HOUR + 30 * MINUTE).toISOString().slice(0, 10)
        expect(serviceDayOf(at, DEFAULT_TIME_ZONE)).toBe(local)
        expect(serviceDayOf(at, 'UTC')).toBe(at.toISOString().slice(0, 10))
      }),
    )
  })

  test('never runs backwards, in any zone', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 0, max: 3 * DAY }),
        fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Apia'),
        (at, later, zone) => {
          expect(serviceDayOf(new Date(at.getTime() + later), zone) >= serviceDayOf(at, zone)).toBe(true)
        },
      ),
    )
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

  test('runs from April to March: it changes between 31 March and 1 April alone', () => {
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
  ])('has after %i ms %i seconds left', (after, left) => {
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
