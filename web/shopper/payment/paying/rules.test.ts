import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAnswer, type Ended, pauseAfter, reasonOf, type Step } from './rules.ts'

const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.constant({ at: 'opening' as const }),
  fc.record({ at: fc.constant('asking' as const), paid: fc.boolean(), trouble: fc.constantFrom('offline', 'vendor', null) }),
  fc.record({ at: fc.constant('closed' as const), own: fc.boolean() }),
)
const endings = fc.oneof<fc.Arbitrary<Ended>[]>(
  fc.record({ closed: fc.constantFrom('here', 'elsewhere') }),
  fc.record({ failure: fc.constantFrom('payment_declined', 'unknown') }),
)

test('a page says that nothing was paid only if the vendor has no payment under way, and its own page did not say that it was paid', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(true, false, null), endings, (step, underWay, ended) => {
      const next = afterAnswer(step, underWay, ended)
      const mayCome = underWay !== false || (step.at === 'asking' && step.paid)
      expect(next.at === 'asking').toBe(mayCome)
      if (!mayCome) expect(next.at).toBe('failure' in ended ? 'failed' : 'closed')
    }),
  )
})

test('the reasons of a vendor are told in our words, and unknown ones in general', () => {
  expect(['payment_cancelled', 'payment_timed_out', 'payment_declined', 'insufficient_funds', 'server_error'].map(reasonOf)).toEqual([
    'cancelled',
    'slow',
    'declined',
    'funds',
    'other',
  ])
})

test('the pauses between two questions grow, and are never shorter than what the server allows', () => {
  const pauses = Array.from({ length: 20 }, (_, asked) => pauseAfter(asked + 1))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(Math.min(...pauses)).toBeGreaterThan(2000)
})
