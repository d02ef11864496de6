import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { HOLD_MINUTES } from '#contract/queue/queue.ts'
import {
  arriveAt,
  booked,
  bookSlot,
  called,
  callTo,
  held,
  holdSlot,
  joinNow,
  later,
  morning,
  moved,
  PROMISED,
  waiting,
} from '#tests/support/calls/ticket-walk.ts'
import { beforeOf, decide, type LastEvent, type Ticket, undo } from './rules.ts'
import { givesSeatBack, movableUntil, remindAt, wasNotKept } from './slot-rules.ts'

const refusal = (ticket: Ticket, action: Parameters<typeof decide>[1], now: Date) => {
  const decision = decide(ticket, action, now)
  return 'refused' in decision ? decision.refused : null
}
const startOf = (ticket: Ticket) => ticket.slotStartsAt?.getTime() ?? Number.NaN

describe('a hold of a slot', () => {
  test('never lasts longer than 15 minutes from the first one of its ticket, whatever is chosen after that', () => {
    const choice = fc.record({ wait: fc.integer({ min: 0, max: 6 * MINUTE }), slot: fc.option(fc.integer({ min: 1, max: 50 })) })
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 20 }), (choices) => {
        let [ticket, now, first] = [held(), morning, null as Date | null]
        for (const { wait, slot: n } of choices) {
          now = later(wait, now)
          const slot = n === null ? null : { startsAt: later(n * 15 * MINUTE, morning), endsAt: later((n + 1) * 15 * MINUTE, morning) }
          const until = later(HOLD_MINUTES * MINUTE, now)
          const decision = decide(ticket, { kind: 'hold', slot, serviceDay: ticket.serviceDay, until, moveUntilMinutes: 15 }, now)
          if ('change' in decision) ticket = { ...ticket, ...decision.change }
          if (ticket.slotStartsAt) first ??= now
          if (ticket.slotStartsAt && first) expect(ticket.holdUntil).toEqual(later(HOLD_MINUTES * MINUTE, first))
          if (slot && first && now.getTime() >= first.getTime() + HOLD_MINUTES * MINUTE && !('already' in decision))
            expect(decision).toEqual({ refused: 'held_enough' })
        }
      }),
    )
  })

  test('says until when the fee of its slot comes back, which stays for a person who joins now instead', () => {
    expect(held().refundUntil).toBeNull()
    expect(moved(held(), holdSlot).refundUntil).toEqual(later(105 * MINUTE))
    expect(moved(moved(held(), holdSlot), { ...holdSlot, slot: null } as typeof holdSlot).refundUntil, 'given back').toBeNull()
    expect(booked().refundUntil).toEqual(later(105 * MINUTE))
    expect(moved(booked(), bookSlot).refundUntil).toEqual(later(120 * MINUTE))
    expect(moved(booked(), joinNow).refundUntil).toEqual(later(105 * MINUTE))
  })

  test('becomes a booking when it is paid, and a place in the queue if its slot has started by then', () => {
    const holding = moved(held(), holdSlot)
    expect(booked()).toMatchObject({ state: 'booked', number: 7, joinedAt: null, holdUntil: null })
    const late = later(121 * MINUTE)
    const paid = moved(holding, { kind: 'issue', number: 7, joinedAt: late, lane: 'priority', headStartMinutes: 10 }, late)
    expect(paid).toMatchObject({ state: 'waiting', joinedAt: late, serveKey: later(110 * MINUTE) })
  })
})

describe('a person who comes before the slot', () => {
  const noon = later(60 * MINUTE)
  const here = () => moved(booked(), arriveAt('one'), noon)

  test('waits at the place of the slot, at no counter, and is promised a call from the start of the slot on', () => {
    const promise = { promiseState: 'open', promisedUntil: later((120 + PROMISED) * MINUTE) }
    expect(here()).toMatchObject({ state: 'waiting', counterId: null, joinedAt: noon, serveKey: booked().serveKey, ...promise })
    expect(moved(here(), callTo('one'), noon), 'and can be called at once').toMatchObject({ state: 'called', promiseState: 'kept' })
  })

  test('is marked once, and only on the day of the slot', () => {
    expect(decide(here(), arriveAt('two'), noon)).toEqual({ already: true })
    expect(decide(moved(booked(), { kind: 'begin' }, later(120 * MINUTE)), arriveAt('one'), later(121 * MINUTE))).toEqual({ already: true })
    expect(refusal(booked(), { kind: 'arrive', counterId: null, today: '2026-11-20' }, noon)).toBe('wrong_state')
    expect(refusal(waiting(), arriveAt('one'), noon), 'a ticket without a slot').toBe('wrong_state')
    expect(refusal({ ...here(), callCount: 1 }, arriveAt('two'), noon), 'a call that was taken back').toBe('wrong_state')
  })

  test('is booked again as before if the mark is undone', () => {
    const last: LastEvent = { id: 1, action: 'arrive', at: noon, outOfTurn: false, before: beforeOf(booked()) }
    const decision = undo(here(), last, later(MINUTE, noon))
    expect('change' in decision && { ...here(), ...decision.change, version: 0 }).toEqual({ ...booked(), version: 0 })
  })
})

describe('a booked ticket', () => {
  test('joins at the start of its slot and not a moment before, with the place of a person who joined then', () => {
    const ticket = booked()
    expect(refusal(ticket, { kind: 'begin' }, new Date(startOf(ticket) - 1))).toBe('wrong_state')
    const begun = moved(ticket, { kind: 'begin' }, new Date(startOf(ticket)))
    expect(begun).toMatchObject({ state: 'waiting', joinedAt: ticket.slotStartsAt, serveKey: later(110 * MINUTE) })
  })

  test('can be moved twice, until so long before its slot as the shop says, and not while it is called', () => {
    const once = moved(booked(), bookSlot)
    expect(once).toMatchObject({ state: 'booked', slotMoves: 1, number: 7 })
    const twice = moved(once, holdAs(bookSlot, 180))
    expect(refusal(twice, holdAs(bookSlot, 200), morning)).toBe('moved_enough')
    expect(movableUntil(twice, 15, morning)).toBeNull()
    const until = new Date(startOf(booked()) - 15 * MINUTE)
    expect(movableUntil(booked(), 15, morning)).toEqual(until)
    expect(refusal(booked(), bookSlot, until)).toBeNull()
    expect(refusal(booked(), bookSlot, later(1, until))).toBe('too_late_to_move')
    expect(refusal(moved(booked(), { kind: 'begin' }, later(120 * MINUTE)), bookSlot, later(121 * MINUTE))).toBe('too_late_to_move')
    expect(refusal({ ...called(), state: 'waiting' }, bookSlot, morning)).toBe('wrong_state')
    expect(moved(waiting(), bookSlot), 'a person who waits may book a later time').toMatchObject({ state: 'booked', joinedAt: null })
  })

  test('can join now instead, and has no slot then', () => {
    expect(moved(booked(), joinNow)).toMatchObject({ state: 'waiting', slotStartsAt: null, slotEndsAt: null, joinedAt: morning })
  })

  test('gives its place back if it ends before its slot starts; a person who has joined keeps it', () => {
    for (const ticket of [moved(held(), holdSlot), booked()]) expect(givesSeatBack(ticket, { state: 'cancelled' }, morning)).toBe(true)
    expect(givesSeatBack(moved(held(), holdSlot), { state: 'expired' }, morning)).toBe(true)
    expect(givesSeatBack(booked(), { state: 'waiting' }, morning)).toBe(false)
    const begun = moved(booked(), { kind: 'begin' }, later(120 * MINUTE))
    expect(givesSeatBack(begun, { state: 'cancelled' }, later(120 * MINUTE))).toBe(false)
    expect(givesSeatBack(held(), { state: 'expired' }, morning)).toBe(false)
  })

  test('that is about to start when it is booked needs no reminder', () => {
    expect(booked().slotRemindedAt).toBeNull()
    expect(remindAt(later(120 * MINUTE))).toEqual(later(105 * MINUTE))
    const late = later(110 * MINUTE)
    expect(
      moved(moved(held(), holdSlot), { kind: 'issue', number: 7, joinedAt: late, lane: 'priority', headStartMinutes: 10 }, late),
    ).toMatchObject({
      slotRemindedAt: late,
    })
  })
})

/** The same booking of a slot that starts these minutes after the walk begins. */
function holdAs(action: typeof bookSlot, minutes: number): typeof bookSlot {
  if (action.kind !== 'book') throw new Error('not a booking')
  return { ...action, slot: { startsAt: later(minutes * MINUTE), endsAt: later((minutes + 15) * MINUTE) } }
}

describe('a booking of a time at which the shop is closed after all', () => {
  test('ends like one whose day is over, and gives its place back', () => {
    const ticket = booked()
    const decision = decide(ticket, { kind: 'close' }, later(MINUTE))
    expect(decision).toEqual({ change: { state: 'expired', endedAt: later(MINUTE) }, event: 'ticket.expired' })
    expect('change' in decision && givesSeatBack(ticket, decision.change, later(MINUTE))).toBe(true)
    const ended = moved(ticket, { kind: 'close' })
    expect(wasNotKept(ended)).toBe(true)
    expect(wasNotKept({ ...ended, number: null }), 'a hold that was not paid').toBe(false)
    expect(wasNotKept({ ...ended, joinedAt: morning }), 'a person who waited until the day ended').toBe(false)
  })

  test('stays if it has joined', () => {
    expect(refusal(waiting(), { kind: 'close' }, morning)).toBe('wrong_state')
  })
})
