import { describe, expect, test } from 'vitest'
import { ticketStates } from '#contract/queue/queue.ts'
import { isInTime } from './rules.ts'

describe('a capture', () => {
  test('is in time only for a ticket that waits for payment, on its own service day, while the shop is open', () => {
    for (const state of ticketStates) {
      const ticket = { state, serviceDay: '2026-11-21', slotStartsAt: null }
      expect(isInTime(ticket, { today: '2026-11-21', isOpen: true })).toBe(state === 'pending_payment')
      expect(isInTime(ticket, { today: '2026-11-21', isOpen: false })).toBe(false)
      for (const today of ['2026-11-20', '2026-11-22']) expect(isInTime(ticket, { today, isOpen: true })).toBe(false)
    }
  })

  test('is in time through the service day of the slot that the ticket holds, also while the shop is closed', () => {
    for (const state of ticketStates) {
      const ticket = { state, serviceDay: '2026-11-21', slotStartsAt: new Date('2026-11-21T06:00:00Z') }
      for (const isOpen of [true, false]) {
        expect(isInTime(ticket, { today: '2026-11-20', isOpen })).toBe(state === 'pending_payment')
        expect(isInTime(ticket, { today: '2026-11-21', isOpen })).toBe(state === 'pending_payment')
        expect(isInTime(ticket, { today: '2026-11-22', isOpen })).toBe(false)
      }
    }
  })
})
