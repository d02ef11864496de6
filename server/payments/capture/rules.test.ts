import { describe, expect, test } from 'vitest'
import { ticketStates } from '#contract/queue/queue.ts'
import { isInTime } from './rules.ts'

describe('a capture', () => {
  test('is in time only for a ticket that waits for payment, on its own service day', () => {
    for (const state of ticketStates) {
      expect(isInTime({ state, serviceDay: '2026-11-21' }, '2026-11-21')).toBe(state === 'pending_payment')
      expect(isInTime({ state, serviceDay: '2026-11-21' }, '2026-11-22')).toBe(false)
    }
  })
})
