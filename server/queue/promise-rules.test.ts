import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { called, callTo, held, issue, later, morning, moved, onEveryStep, PROMISED, waiting } from '#tests/support/calls/ticket-walk.ts'
import { isPromiseBroken, promiseShown } from './promise-rules.ts'
import { beforeOf, decide, type LastEvent, type Ticket, undo } from './rules.ts'

const end = later(PROMISED * MINUTE)
const justAfter = later(1, end)

describe('a service promise', () => {
  test('begins when the ticket joins and lasts the minutes of its order; its end never moves', () => {
    onEveryStep(({ before, after }) => {
      if (after.number === null) expect([after.promisedUntil, after.promiseState]).toEqual([null, null])
      else if (before.number === null) expect(after).toMatchObject({ promisedUntil: end, promiseState: 'open' })
      else expect(after.promisedUntil).toEqual(end)
    })
  })

  test('is kept by a call in time, ended by an end in time, broken after its time, and reopened by the undo of the first call', () => {
    onEveryStep(({ step, before, after, now, undone }) => {
      if (after.promiseState === before.promiseState || before.promiseState === null) return
      const { kind } = step.action
      const inTime = now <= end
      if (before.promiseState === 'kept') {
        expect([kind, undone?.action, after.promiseState, after.calledAt]).toEqual(['undo', 'call', 'open', null])
        return
      }
      expect(before.promiseState).toBe('open')
      if (kind === 'call') expect([after.promiseState, inTime]).toEqual(['kept', true])
      else if (kind === 'promise') expect([after.promiseState, inTime]).toEqual(['broken', false])
      else {
        expect(['cancel', 'expire']).toContain(kind)
        expect([after.promiseState, inTime]).toEqual(['ended', true])
      }
    })
  })

  test('is broken by the next run of the worker if and only if its time is over and no call in time stands', () => {
    onEveryStep(({ step, before, after, now }) => {
      if (step.action.kind !== 'promise' || before.promiseState !== 'open') return
      const inTime = before.calledAt !== null && before.calledAt <= end
      expect(after.promiseState).toBe(now > end && !inTime ? 'broken' : 'open')
    })
  })

  test('is open after each call that came in time and was undone, and never both kept and uncalled', () => {
    onEveryStep(({ after }) => {
      if (after.promiseState === 'kept') expect(after.calledAt).not.toBeNull()
    })
  })

  test('is kept by a call in its last millisecond, and by none after it', () => {
    expect(moved(waiting(), callTo('one'), end).promiseState).toBe('kept')
    const late = moved(waiting(), callTo('one'), justAfter)
    expect([late.promiseState, isPromiseBroken(late, justAfter)]).toEqual(['open', true])
    expect([isPromiseBroken(waiting(), end), isPromiseBroken(waiting(), justAfter)]).toEqual([false, true])
  })

  test('stays kept if the person is missed and called again after its time', () => {
    const missed = moved(called(), { kind: 'miss' }, later(10 * MINUTE))
    const again = moved(missed, callTo('two'), later(11 * MINUTE))
    expect([again.promiseState, isPromiseBroken(again, later(12 * MINUTE))]).toEqual(['kept', false])
  })

  test('is broken if the only call was a mistake, even if staff take it back after its time', () => {
    const event: LastEvent = { id: 1, action: 'call', at: morning, outOfTurn: false, before: beforeOf(waiting()) }
    const decision = undo(called(), event, justAfter)
    if (!('change' in decision)) throw new Error('not undone')
    expect(isPromiseBroken({ ...called(), ...decision.change } as Ticket, justAfter)).toBe(true)
    const broken = { ...moved(waiting(), callTo('one'), justAfter), promiseState: 'broken' as const }
    const undone = undo(broken, { ...event, at: justAfter }, later(1, justAfter))
    expect('change' in undone && Object.hasOwn(undone.change, 'promiseState'), 'a broken one stays broken').toBe(false)
  })

  test('of a person who leaves after its time is still broken', () => {
    const left = moved(waiting(), { kind: 'cancel' }, justAfter)
    expect([left.promiseState, isPromiseBroken(left, justAfter)]).toEqual(['open', true])
    expect(moved(waiting(), { kind: 'cancel' }, end).promiseState).toBe('ended')
  })

  test('does not exist without the promise of an order', () => {
    const decision = decide({ ...held(), promiseMinutes: null }, issue, morning)
    expect(decision).toMatchObject({ change: { promiseMinutes: null, promisedUntil: null, promiseState: null } })
  })
})

/** In minutes of the day. A person who books is there from `joins` on, and joins at `slot`. */
interface Person {
  joins: number
  slot: number | null
  leaves: number | null
  /** The call of this person was a mistake, which staff take back a minute later. */
  mistaken: boolean
}

/** `calls` are those that staff have not taken back; `mistake` is one that they take back next. */
interface Life {
  person: Person
  ticket: Ticket | null
  refunds: number
  calls: number[]
  mistake: LastEvent | null
  left: number | null
}

const LAST = 120
const minute = fc.integer({ min: 0, max: LAST })
const someone = fc.record({
  joins: minute,
  slot: fc.option(minute),
  leaves: fc.option(minute),
  mistaken: fc.boolean(),
})
interface Day {
  people: Person[]
  /** Minutes without calls, each with its length: the shop is paused, or every counter is closed. */
  breaks: [number, number][]
  /** Minutes from one call to the next. */
  pace: number
  /** Minutes from one run of the worker to the next. */
  worker: number
}

const randomDay: fc.Arbitrary<Day> = fc.record({
  people: fc.array(someone, { minLength: 1, maxLength: 6 }),
  breaks: fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 40 })), { maxLength: 3 }),
  pace: fc.integer({ min: 1, max: 20 }),
  worker: fc.integer({ min: 1, max: 15 }),
})

describe('the promises of a random day', () => {
  const at = (minutes: number) => later(minutes * MINUTE)
  const paid = ({ joins, slot }: Person): Ticket => {
    const time = slot === null || slot <= joins ? null : { startsAt: at(slot), endsAt: at(slot + 15) }
    const ticket = { ...held(), holdUntil: at(joins + 1), slotStartsAt: time?.startsAt ?? null, slotEndsAt: time?.endsAt ?? null }
    return moved(ticket, { kind: 'issue', number: 7, joinedAt: at(joins), lane: 'priority', headStartMinutes: 10 }, at(joins))
  }

  /** Returns each person's ticket at the end of the day, with how often the fee went back, and the calls that stood. */
  function play({ people, breaks, pace, worker }: Day) {
    const lives = people.map((person): Life => ({ person, ticket: null, refunds: 0, calls: [], mistake: null, left: null }))
    const isBreak = (now: number) => breaks.some(([from, length]) => from <= now && now < from + length)
    for (let now = 0; now <= LAST + 60; now += 1) {
      for (const life of lives) {
        const { person } = life
        if (person.joins === now) life.ticket = paid(person)
        const { ticket } = life
        if (ticket === null) continue
        if (ticket.state === 'booked' && ticket.slotStartsAt && ticket.slotStartsAt <= at(now))
          life.ticket = moved(ticket, { kind: 'begin' }, at(now))
        if (person.leaves === now && ['booked', 'waiting'].includes(ticket.state)) {
          life.ticket = moved(life.ticket ?? ticket, { kind: 'cancel' }, at(now))
          life.left = now
        }
        if (life.mistake) {
          const decision = undo(ticket, life.mistake, at(now))
          if ('change' in decision) life.ticket = { ...ticket, ...decision.change }
          life.mistake = null
          life.calls.pop()
        }
      }
      const line = lives.filter(({ ticket }) => ticket?.state === 'waiting')
      const [next] = line.toSorted((a, b) => (a.ticket?.serveKey?.getTime() ?? 0) - (b.ticket?.serveKey?.getTime() ?? 0))
      if (next?.ticket && now % pace === 0 && !isBreak(now)) {
        const before = next.ticket
        next.ticket = moved(before, callTo('one'), at(now))
        next.calls.push(now)
        const event: LastEvent = { id: 1, action: 'call', at: at(now), outOfTurn: false, before: beforeOf(before) }
        next.mistake = next.person.mistaken ? event : null
        next.person = { ...next.person, mistaken: false }
      }
      if (now % worker === 0)
        for (const life of lives)
          if (life.ticket && isPromiseBroken(life.ticket, at(now))) {
            life.ticket = { ...life.ticket, promiseState: 'broken' }
            life.refunds += 1
          }
    }
    return lives
  }

  test('give the fee back automatically, once, to each person who waited too long, and to no one else', () => {
    fc.assert(
      fc.property(randomDay, (day) => {
        for (const { person, ticket, refunds, calls, left } of play(day)) {
          const joined = person.slot !== null && person.slot > person.joins ? person.slot : person.joins
          const due = joined + PROMISED
          const isBooked = left !== null && left < joined
          const isKept = calls.some((call) => call <= due)
          const hasLeft = left !== null && left <= due
          expect(refunds).toBe(isBooked || isKept || hasLeft ? 0 : 1)
          if (ticket && !isBooked) expect(ticket.promisedUntil, 'no pause and no closed counter moves it').toEqual(at(due))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('are shown from the booking on, with the time at which they end', () => {
    const ticket = paid({ joins: 10, slot: 60, leaves: null, mistaken: false })
    expect(promiseShown(ticket)).toEqual({ until: at(60 + PROMISED), state: 'open' })
    expect(promiseShown(moved(ticket, { kind: 'begin' }, at(61)))).toEqual({ until: at(60 + PROMISED), state: 'open' })
    expect(promiseShown({ ...ticket, promiseMinutes: null })).toBeNull()
    expect(promiseShown(held())).toBeNull()
  })
})
