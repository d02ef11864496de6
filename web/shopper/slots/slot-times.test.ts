import { describe, expect, test } from 'vitest'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { slotDayOf } from './slot-times.ts'

const worldOf = (timeZone: string, dayStartHour: number) => ({ storefront: { shop: { timeZone, dayStartHour } } as StorefrontWire })

describe('the day of a slot', () => {
  test.each([
    ['2026-11-30T19:00:00Z', 'Asia/Kolkata', 0, '2026-12-01'],
    ['2026-11-30T19:00:00Z', 'Asia/Kolkata', 4, '2026-11-30'],
    ['2026-11-30T22:30:00Z', 'Asia/Kolkata', 4, '2026-12-01'],
    ['2026-11-30T18:15:00Z', 'Asia/Kathmandu', 0, '2026-12-01'],
  ])('that starts at %s in %s is the service day that began at %i o’clock: %s', (startsAt, timeZone, dayStartHour, day) => {
    expect(slotDayOf(startsAt, worldOf(timeZone, dayStartHour))).toBe(day)
  })
})
