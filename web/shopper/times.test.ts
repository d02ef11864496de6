import { expect, test } from 'vitest'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { clockTime, daysAhead } from './times.ts'

const at = (timeZone: string) => ({ storefront: { shop: { timeZone } } as StorefrontWire })
const evening = '2026-01-05T19:10:00Z'

test.each([
  ['Asia/Kolkata', '12:40\u00a0am', 1],
  ['Asia/Dubai', '11:10\u00a0pm', 0],
])('in %s the clock says %s, and that is %i days ahead', (timeZone, clock, days) => {
  expect(clockTime(evening, at(timeZone))).toBe(clock)
  expect(daysAhead(evening, Date.parse('2026-01-05T12:00:00Z'), at(timeZone))).toBe(days)
})

test('without a shop the clock shows the time in India', () => {
  expect(clockTime(evening, { storefront: null })).toBe('12:40\u00a0am')
})
