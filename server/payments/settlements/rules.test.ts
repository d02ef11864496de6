import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, daysAfter } from '#contract/base/time.ts'
import { daysToImport } from './rules.ts'

test('each day is read from the day after the last import at the latest, in order, through today', () => {
  const days = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: DAY - 1 }), (ago, ms) => {
      const now = new Date(Date.parse('2026-11-23T00:00:00Z') + ms)
      const today = daysToImport(null, now, 'Asia/Kolkata').at(-1) ?? ''
      const until = daysAfter(today, -ago)
      const read = daysToImport(until, now, 'Asia/Kolkata')
      expect(read.at(-1)).toBe(today)
      expect(read).toEqual([...new Set(read)].sort())
      expect(read.length).toBe(Math.min(31, ago + 3))
    }),
  )
})
