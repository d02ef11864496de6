import { expect, test } from 'vitest'
import type { StorefrontWire } from '../../contract/storefront.wire.ts'
import { clockTime, daysAhead } from './times.ts'

const at = (timeZone: string) => ({ storefront: { shop: { timeZone } } as StorefrontWire })
const evening = '2026-01-05T19:10:00Z'

test.each([
  ['Asia/Kolkata', '00:40', 1],
  ['Asia/Dubai', '23:10', 0],
])('in %s the clock says %s, so many days ahead: %i', (timeZone, clock, days) => {
  expect(clockTime(evening, at(timeZone))).toBe(clock)
  expect(daysAhead(evening, Date.parse('2026-01-05T12:00:00Z'), at(timeZone))).toBe(days)
})

test('without a shop the clock says what it is in India', () => {
  expect(clockTime(evening, { storefront: null })).toBe('00:40')
})
