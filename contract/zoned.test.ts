import { expect, test } from 'vitest'
import { timeOfDay } from './zoned.ts'

const evening = '2026-01-05T19:10:00Z'

test.each([
  ['Asia/Kolkata', '00:40'],
  ['Asia/Dubai', '23:10'],
  ['Mars/Olympus', '00:40'],
])('the clocks of %s say %s', (timeZone, clock) => {
  expect(timeOfDay(evening, timeZone)).toBe(clock)
  expect(timeOfDay(evening, timeZone), 'asked again').toBe(clock)
})
