import { expect, test } from 'vitest'
import { timeOfDay } from './zoned.ts'

const evening = '2026-01-05T19:10:00Z'

test('noon is 12 pm and midnight 12 am', () => {
  expect(timeOfDay('2026-01-05T12:00:00Z', 'UTC')).toBe('12:00\u00a0pm')
  expect(timeOfDay('2026-01-05T00:00:00Z', 'UTC')).toBe('12:00\u00a0am')
})

test.each([
  ['Asia/Kolkata', '12:40\u00a0am'],
  ['Asia/Dubai', '11:10\u00a0pm'],
  ['America/New_York', '2:10\u00a0pm'],
  ['Europe/London', '7:10\u00a0pm'],
  ['Mars/Olympus', '12:40\u00a0am'],
])('in %s it is %s', (timeZone, clock) => {
  expect(timeOfDay(evening, timeZone)).toBe(clock)
  expect(timeOfDay(evening, timeZone), 'from the cache').toBe(clock)
})
