import { expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { ticket as row } from '#tests/support/people/staff-ticket.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { canUndo, type DeskLog, type LogKind, linesOf, whatHappened, withEntry } from './desk-log.ts'

const now = Date.UTC(2026, 0, 5, 12)
const ticket = (state: StaffTicket['state'], version: number, undoable: StaffTicket['undoable'] = null) =>
  row('47', { state, version, undoable })
const none: DeskLog = { entries: [], undoable: {} }

test('the action is derived from the two states', () => {
  expect(whatHappened(ticket('waiting', 1), ticket('called', 2))).toBe('call')
  expect(whatHappened(ticket('missed', 1), ticket('called', 2))).toBe('call')
  expect(whatHappened(ticket('called', 1), ticket('served', 2))).toBe('complete')
  expect(whatHappened(ticket('called', 1), ticket('no_show', 2))).toBe('no_show')
  expect(whatHappened(ticket('called', 1), ticket('missed', 2))).toBe('miss')
  expect(whatHappened(ticket('called', 1), ticket('waiting', 2))).toBe('undo')
  expect(whatHappened(ticket('served', 1), ticket('called', 2))).toBe('undo')
  expect(whatHappened(ticket('pending_payment', 1), ticket('waiting', 2)), 'a shopper paid').toBeNull()
  expect(whatHappened(ticket('served', 1), ticket('waiting', 2)), 'a ticket that had left the table was paid for').toBeNull()
  expect(whatHappened(ticket('called', 1), ticket('called', 2)), 'only the notice changed').toBeNull()
  expect(whatHappened(ticket('called', 1), ticket('serving', 2))).toBe('arrive')
  expect(whatHappened(ticket('missed', 1), ticket('serving', 2)), 'a missed customer came late').toBe('arrive')
  expect(whatHappened(ticket('serving', 1), ticket('called', 2)), 'the arrival was undone').toBe('undo')
  expect(whatHappened(ticket('served', 1), ticket('serving', 2))).toBe('undo')
  const slot = { id: 'slot', startsAt: new Date(now), endsAt: new Date(now + MINUTE) }
  const early = { ...ticket('waiting', 2, 'arrive'), slot }
  const booked = (id: string) => ({ ...ticket('booked', 1), slot: { ...slot, id } })
  expect(whatHappened(booked('slot'), early), 'a booked customer came early').toBe('arrive')
  expect(whatHappened(early, booked('slot')), 'and did not after all').toBe('undo')
  expect(whatHappened(early, booked('later')), 'and moved to another slot').toBeNull()
  expect(whatHappened(booked('slot'), { ...early, undoable: null }), 'the slot started').toBeNull()
  expect(whatHappened(undefined, ticket('waiting', 1))).toBeNull()
  expect(whatHappened(undefined, ticket('called', 3, 'call')), 'a customer who was missed and had left the table').toBe('call')
})

test('a recalled call has one recall less, and an extended call ends later', () => {
  const call = (over: Partial<StaffTicket>) => ({ ...ticket('called', 2), startTime: now, duration: 180, recallsLeft: 3, ...over })
  expect(whatHappened(call({}), call({ startTime: now + 60_000, recallsLeft: 2 }))).toBe('recall')
  expect(whatHappened(call({}), call({ startTime: now + 170_000, duration: 120 }))).toBe('extend')
  expect(whatHappened(call({}), call({ notice: 'sent' })), 'only the notice changed').toBeNull()
})

test('one action is one entry, although the socket and the response both tell of it, and it is mine in either order', () => {
  const heard = withEntry(none, 'call', ticket('called', 2, 'call'), false, now)
  const answered = withEntry(heard, null, ticket('called', 2, 'call'), true, now)
  expect(answered.entries).toHaveLength(1)
  expect(answered.entries[0]?.mine).toBe(true)
})

test('a call out of turn says so; what follows it does not', () => {
  const called = withEntry(none, 'call', { ...ticket('called', 2, 'call'), outOfTurn: true }, true, now)
  const rung = withEntry(called, 'recall', { ...ticket('called', 3, 'call'), outOfTurn: true }, true, now)
  expect(rung.entries.map(({ kind, outOfTurn }) => [kind, outOfTurn])).toEqual([
    ['recall', false],
    ['call', true],
  ])
})

test('only the last action of a ticket can be undone, for ten minutes', () => {
  const called = withEntry(none, 'call', ticket('called', 2, 'call'), true, now)
  const served = withEntry(called, 'complete', ticket('served', 3, 'complete'), true, now)
  const [complete, call] = served.entries
  if (!complete || !call) throw new Error('there must be two entries')
  expect(canUndo(served, complete, now + 9 * MINUTE)).toBe(true)
  expect(canUndo(served, call, now)).toBe(false)
  expect(canUndo(served, complete, now + 11 * MINUTE)).toBe(false)
  const back = withEntry(served, 'undo', ticket('called', 4, 'call'), true, now)
  expect(canUndo(back, call, now), 'the call is the last action again').toBe(true)
  expect(canUndo(back, complete, now)).toBe(false)
})

test('an action and its undo are one line, at the time of the undo', () => {
  const steps: [kind: LogKind, state: StaffTicket['state']][] = [
    ['call', 'called'],
    ['arrive', 'serving'],
    ['undo', 'called'],
    ['undo', 'waiting'],
    ['call', 'called'],
  ]
  const log = steps.reduce((before, [kind, state], i) => withEntry(before, kind, ticket(state, i + 2), true, now + i), none)
  expect(linesOf(log).map(({ entry, isUndone }) => [entry.kind, isUndone, entry.at - now])).toEqual([
    ['call', false, 4],
    ['call', true, 3],
    ['arrive', true, 2],
  ])
  const rung = (['call', 'recall', 'undo'] as const).reduce(
    (before, kind, i) => withEntry(before, kind, ticket(kind === 'undo' ? 'waiting' : 'called', i + 2), true, now + i),
    none,
  )
  expect(
    linesOf(rung).map(({ entry, isUndone }) => [entry.kind, isUndone]),
    'an undo takes back the call and not its recall',
  ).toEqual([
    ['call', true],
    ['recall', false],
  ])
  const late = { ...log, entries: log.entries.slice(0, 2) }
  expect(
    linesOf(late).map(({ entry }) => entry.kind),
    'the log has already dropped the undone action',
  ).toEqual(['call', 'undo'])
})
