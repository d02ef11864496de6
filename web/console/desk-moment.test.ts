import { expect, test } from 'vitest'
import { ticket as row } from '#tests/support/people/staff-ticket.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import type { LogEntry } from '#web/features/desk/desk-log.ts'
import { deskMoment, END_STAYS_MS } from './desk-moment.ts'

const now = Date.UTC(2026, 10, 22, 10)
const ticket = (over: Partial<StaffTicket> = {}) =>
  row('47', {
    ...{ id: 't', state: 'called', counter: 'Counter 2', startTime: now - 60_000 },
    ...{ duration: 180, missedAt: now + 420_000, ...over },
  })
const ended = (kind: LogEntry['kind'], at = now - 1000): LogEntry => ({
  ...{ at, kind, ticketId: 't', number: 47, version: 3 },
  outOfTurn: false,
  mine: true,
})

test('the countdown runs, ends at 0:00 with the customer still called, and stops when they are here', () => {
  expect(deskMoment(ticket(), null, now)).toEqual({
    show: 'running',
    countdown: { startTime: now - 60_000, duration: 180, number: 47, counter: 'Counter 2' },
  })
  expect(deskMoment(ticket(), null, now + 120_000).show).toBe('time-up')
  expect(deskMoment(ticket({ state: 'serving', startTime: null, duration: null }), null, now).show).toBe('serving')
})

test('a customer who was served is thanked, one who was missed is not', () => {
  expect(deskMoment(null, ended('complete'), now).show).toBe('served')
  expect(deskMoment(null, ended('miss'), now).show).toBe('missed')
  expect(deskMoment(null, ended('no_show'), now).show).toBe('no-show')
  expect(deskMoment(null, ended('undo'), now).show, 'a call that was taken back').toBe('nothing')
  expect(deskMoment(null, null, now).show).toBe('nothing')
})

test('the end of a call leaves the screen after a minute, or at once for a new call', () => {
  expect(deskMoment(null, ended('complete', now - END_STAYS_MS - 1), now).show).toBe('nothing')
  expect(deskMoment(ticket({ number: 48 }), ended('complete'), now).show).toBe('running')
})
