import { describe, expect, test } from 'vitest'
import { ticketStates } from '#contract/queue/queue.ts'
import { isInTime } from './rules.ts'

describe('a capture', () => {
  test('is in time only for a ticket that waits for payment, on its own service day', () => {
    for (const state of ticketStates) {
      const ticket = { state, serviceDay: '2026-11-21', slotStartsAt: null }
      expect(isInTime(ticket, '2026-11-21')).toBe(state === 'pending_payment')
      expect(isInTime(ticket, '2026-11-22')).toBe(false)
      expect(isInTime(ticket, '2026-11-20')).toBe(false)
    }
  })

  test('is in time before the service day of the slot that the ticket holds, and not after it', () => {
    for (const state of ticketStates) {
      const ticket = { state, serviceDay: '2026-11-21', slotStartsAt: new Date('2026-11-21T06:00:00Z') }
      expect(isInTime(ticket, '2026-11-20')).toBe(state === 'pending_payment')
      expect(isInTime(ticket, '2026-11-21')).toBe(state === 'pending_payment')
      expect(isInTime(ticket, '2026-11-22')).toBe(false)
    }
  })
})
