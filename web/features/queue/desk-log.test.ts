import { expect, test } from 'vitest'
import { MINUTE } from '../../../contract/time.ts'
import type { StaffTicket } from './api.ts'
import { canUndo, type DeskLog, whatHappened, withEntry } from './desk-log.ts'

const now = Date.UTC(2026, 0, 5, 12)
const ticket = (state: StaffTicket['state'], version: number, undoable: StaffTicket['undoable'] = null) =>
  ({ id: 't1', number: 47, state, version, undoable }) as StaffTicket
const none: DeskLog = { entries: [], undoable: {} }

test('what happened is read from the two states', () => {
  expect(whatHappened(ticket('waiting', 1), ticket('called', 2))).toBe('call')
  expect(whatHappened(ticket('missed', 1), ticket('called', 2))).toBe('call')
  expect(whatHappened(ticket('called', 1), ticket('served', 2))).toBe('complete')
  expect(whatHappened(ticket('called', 1), ticket('no_show', 2))).toBe('no_show')
  expect(whatHappened(ticket('called', 1), ticket('missed', 2))).toBe('miss')
  expect(whatHappened(ticket('called', 1), ticket('waiting', 2))).toBe('undo')
  expect(whatHappened(ticket('served', 1), ticket('called', 2))).toBe('undo')
  expect(whatHappened(ticket('pending_payment', 1), ticket('waiting', 2)), 'a shopper paid').toBeNull()
  expect(whatHappened(ticket('served', 1), ticket('waiting', 2)), 'a place that was held off the table was paid for').toBeNull()
  expect(whatHappened(ticket('called', 1), ticket('called', 2)), 'the notice got on').toBeNull()
  expect(whatHappened(undefined, ticket('waiting', 1))).toBeNull()
  expect(whatHappened(undefined, ticket('called', 3, 'call')), 'who had left the table as missed').toBe('call')
})

test('the socket and the answer of one action are one entry, and it is mine whichever comes first', () => {
  const heard = withEntry(none, 'call', ticket('called', 2, 'call'), false, now)
  const answered = withEntry(heard, null, ticket('called', 2, 'call'), true, now)
  expect(answered.entries).toHaveLength(1)
  expect(answered.entries[0]?.mine).toBe(true)
})

test('only the last action of a ticket can be undone, for ten minutes', () => {
  const called = withEntry(none, 'call', ticket('called', 2, 'call'), true, now)
  const served = withEntry(called, 'complete', ticket('served', 3, 'complete'), true, now)
  const [complete, call] = served.entries
  if (!complete || !call) throw new Error('two entries')
  expect(canUndo(served, complete, now + 9 * MINUTE)).toBe(true)
  expect(canUndo(served, call, now)).toBe(false)
  expect(canUndo(served, complete, now + 11 * MINUTE)).toBe(false)
  const back = withEntry(served, 'undo', ticket('called', 4, 'call'), true, now)
  expect(canUndo(back, call, now), 'the call is the last action again').toBe(true)
  expect(canUndo(back, complete, now)).toBe(false)
})
