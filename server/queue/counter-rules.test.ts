import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/base/time.ts'
import { later, morning } from '#tests/support/calls/ticket-walk.ts'
import { counterFor } from './counter-rules.ts'

describe('the counter of a call', () => {
  const ids = ['one', 'two', 'three', 'four'] as const
  const counters = fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), isOpen: fc.boolean() }), { selector: (counter) => counter.id })
  const holders = fc.array(
    fc.record({
      id: fc.string(),
      counterId: fc.constantFrom(...ids),
      state: fc.constantFrom('called' as const, 'serving' as const),
      callEndsAt: fc.option(fc.integer({ min: -10, max: 10 }).map((minutes) => later(minutes * MINUTE))),
    }),
    { maxLength: 4 },
  )
  const onCounters = (named: fc.Arbitrary<string | null>, check: (...all: Parameters<typeof counterFor>) => void) =>
    fc.assert(
      fc.property(counters, holders, named, fc.option(fc.constantFrom('one', 'two', 'elsewhere')), (all, held, name, preferred) =>
        check(all, held, { named: name, preferred }, morning),
      ),
    )

  test('holds no one else: a person who is served or has time left keeps it, and any other person gives it up', () => {
    onCounters(fc.option(fc.constantFrom(...ids)), (all, held, request, now) => {
      const chosen = counterFor(all, held, request, now)
      if ('refused' in chosen || chosen.counterId === null) return
      expect(all).toContainEqual({ id: chosen.counterId, isOpen: true })
      const there = held.filter((holder) => holder.counterId === chosen.counterId)
      expect(chosen.missed).toEqual(there)
      for (const holder of there) expect([holder.state, holder.callEndsAt === null || holder.callEndsAt <= now]).toEqual(['called', true])
    })
  })

  test('is the named one or none: a closed one and a busy one have their own refusals', () => {
    onCounters(fc.constantFrom(...ids), (all, held, request, now) => {
      const chosen = counterFor(all, held, request, now)
      const isOpen = all.some(({ id, isOpen }) => id === request.named && isOpen)
      if (!isOpen) expect(chosen).toEqual({ refused: 'counter_closed' })
      else if ('refused' in chosen) expect(chosen.refused).toBe('counter_busy')
      else expect(chosen.counterId).toBe(request.named)
    })
  })

  test('without a name is a free one, the preferred one first; no one becomes missed while one is free', () => {
    onCounters(fc.constant(null), (all, held, request, now) => {
      const chosen = counterFor(all, held, request, now)
      const open = all.filter(({ isOpen }) => isOpen).map(({ id }): string => id)
      const free = open.filter((id) => !held.some(({ counterId }) => counterId === id))
      if (open.length === 0) expect(chosen).toEqual({ counterId: null, missed: [] })
      else if (free.length === 0) {
        if ('refused' in chosen) expect(chosen.refused).toBe('counters_busy')
        else expect(chosen.missed.length).toBeGreaterThan(0)
      } else {
        const preferred = free.find((id) => id === request.preferred)
        expect(chosen).toEqual({ counterId: preferred ?? free[0], missed: [] })
      }
    })
  })

  test('is the one whose person is longest overdue if none is free', () => {
    const both = [
      { id: 'one', isOpen: true },
      { id: 'two', isOpen: true },
    ]
    const overdue = (counterId: string, minutes: number) => ({
      id: counterId,
      counterId,
      state: 'called' as const,
      callEndsAt: later(-minutes * MINUTE),
    })
    const held = [overdue('one', 1), overdue('two', 3)]
    expect(counterFor(both, held, { named: null, preferred: null }, morning)).toEqual({ counterId: 'two', missed: [held[1]] })
  })
})
