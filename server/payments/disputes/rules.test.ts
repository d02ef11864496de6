import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeStates } from '#contract/payments/payments.ts'
import { isNewer } from './rules.ts'

const word = fc.record({ state: fc.constantFrom(...disputeStates), toldAt: fc.integer({ min: 0, max: 3 }).map((n) => new Date(n)) })
const finals = ['won', 'lost', 'closed']

test('whatever the order of a vendor’s words, the newest one counts, and a decided dispute stays decided in its moment', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const end = words.reduce((known, told) => (isNewer(known, told) ? told : known))
      const newest = words.filter(({ toldAt }) => toldAt.getTime() === Math.max(...words.map((one) => one.toldAt.getTime())))
      expect(newest).toContain(end)
      expect(finals.includes(end.state)).toBe(newest.some(({ state }) => finals.includes(state)))
    }),
  )
})
