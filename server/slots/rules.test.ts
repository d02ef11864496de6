import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, daysAfter, HOUR, MINUTE, serviceDayOf } from '#contract/base/time.ts'
import { nearestOpen, readSlotId, slotIdOf } from '#contract/slots/slots.ts'
import { type Hours, openState, spansOn } from '#server/shops/rules.ts'
import { bookableDays, dealSeats, isOutside, offered, openDays, slotsOfDay, stateOf } from './rules.ts'

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`)
const span = fc.tuple(clock, clock) as fc.Arbitrary<[string, string]>
const spans = fc.array(span, { maxLength: 3 })
/** The year around both changes of the clocks. */
const day = fc.integer({ min: 0, max: 400 }).map((n) => daysAfter('2026-01-01', n))
const hours: fc.Arbitrary<Hours> = fc.record({
  hours: fc.option(fc.array(spans, { minLength: 7, maxLength: 7 })),
  exceptions: fc.uniqueArray(fc.record({ day, spans }), { maxLength: 20, selector: (one) => one.day }),
  timeZone: fc.constantFrom(
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'UTC',
  ),
  dayStartHour: fc.integer({ min: 0, max: 12 }),
})
const minutes = fc.integer({ min: 5, max: 240 })

describe('the slots of a shop', () => {
  test('lie in its opening hours, have their length, belong to their service day, and do not overlap', () => {
    fc.assert(
      fc.property(hours, minutes, day, (at, length, date) => {
        const slots = slotsOfDay(at, { minutes: length }, date)
        const isOpen = (instant: number) => openState(at.hours, new Date(instant), at.timeZone, at.exceptions, at.dayStartHour).isOpen
        let end = 0
        for (const { startsAt, endsAt, isClosed } of slots) {
          expect(endsAt.getTime() - startsAt.getTime()).toBe(length * MINUTE)
          expect(serviceDayOf(startsAt, at.timeZone, at.dayStartHour)).toBe(date)
          if (isClosed) continue
          expect(startsAt.getTime()).toBeGreaterThanOrEqual(end)
          end = endsAt.getTime()
          for (const instant of [startsAt.getTime(), startsAt.getTime() + (length * MINUTE) / 2, end - 1])
            expect(isOpen(instant)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('are each in exactly one day, and leave no room for one more in a day that is open all the time', () => {
    fc.assert(
      fc.property(hours, minutes, day, (at, length, date) => {
        const [today, tomorrow] = [slotsOfDay(at, { minutes: length }, date), slotsOfDay(at, { minutes: length }, daysAfter(date, 1))]
        const starts = [...today, ...tomorrow].map(({ startsAt }) => startsAt.getTime())
        expect(new Set(starts).size).toBe(starts.length)
        const always = { ...at, hours: null, exceptions: [] }
        const all = slotsOfDay(always, { minutes: length }, date)
        const whole = all.length * length * MINUTE
        // a day has 23 to 25 hours
        expect(whole).toBeGreaterThan(23 * HOUR - length * MINUTE)
        expect(whole).toBeLessThanOrEqual(25 * HOUR)
      }),
      { numRuns: 150 },
    )
  })

  test('keep their ids whatever the other settings are, and every id names its shop and start again', () => {
    fc.assert(
      fc.property(hours, minutes, day, (at, length, date) => {
        for (const { startsAt } of slotsOfDay(at, { minutes: length }, date)) {
          const id = slotIdOf('phoenix-cafe', startsAt)
          expect(readSlotId(id)).toEqual({ shopId: 'phoenix-cafe', startsAt })
        }
      }),
      { numRuns: 50 },
    )
    for (const id of [
      '',
      'phoenix-cafe',
      'phoenix-cafe.20261321T1315Z',
      'phoenix-cafe.20260230T1315Z',
      'Cafe.20261121T1315Z',
      '.20261121T1315Z',
    ])
      expect(readSlotId(id), id).toBeNull()
  })

  test('name the nearest one with space: none with space is nearer, and of two that are as near it is the later one', () => {
    const slot = fc.record({ at: fc.integer({ min: 0, max: 96 }), isOpen: fc.boolean() })
    fc.assert(
      fc.property(fc.uniqueArray(slot, { selector: ({ at }) => at }), fc.integer({ min: 0, max: 96 }), (some, wanted) => {
        const starting = (quarters: number) => new Date(Date.parse('2026-11-21T04:30:00Z') + quarters * 15 * MINUTE)
        const slots = some.map(({ at, isOpen }) => ({ startsAt: starting(at), state: isOpen ? ('open' as const) : ('full' as const) }))
        const [best] = some
          .filter(({ isOpen }) => isOpen)
          .toSorted((a, b) => Math.abs(a.at - wanted) - Math.abs(b.at - wanted) || b.at - a.at)
        expect(nearestOpen(slots, starting(wanted))?.startsAt).toEqual(best && starting(best.at))
      }),
    )
  })

  test('are those that a comparison of every slot with every other one finds, and can be asked for one by one', () => {
    fc.assert(
      fc.property(hours, minutes, day, fc.nat(49 * 60), (at, length, date, later) => {
        const slots = slotsOfDay(at, { minutes: length }, date)
        expect(slots).toEqual(slotsByComparing(at, length, date))
        const now = new Date(Date.parse(`${date}T00:00:00Z`) + later * MINUTE - DAY)
        const days = [date, daysAfter(date, 1)]
        const isOpen = (one: string) => slotsByComparing(at, length, one).some((slot) => !slot.isClosed && slot.startsAt > now)
        expect(openDays(at, { minutes: length }, days, now)).toEqual(days.map(isOpen))
        const before = new Date((slots[0]?.startsAt.getTime() ?? 0) - MINUTE)
        const settings = { minutes: length, capacity: 1, daysAhead: 2, moveUntilMinutes: 0 }
        for (const { isClosed, ...slot } of slots) {
          const between = new Date(slot.startsAt.getTime() + MINUTE)
          const starts = (start: Date) => slots.some((one) => !one.isClosed && one.startsAt.getTime() === start.getTime())
          expect(offered(at, settings, slot.startsAt, before)).toEqual(isClosed ? 'slot_not_found' : { ...slot, isClosed, day: date })
          if (serviceDayOf(between, at.timeZone, at.dayStartHour) === date && !starts(between))
            expect(offered(at, settings, between, before)).toBe('slot_not_found')
        }
      }),
      { numRuns: 200 },
    )
  })

  test('of the longest calendar with the shortest slots are found at once', () => {
    const date = (days: number) => daysAfter('2026-11-23', days)
    const four = ['00', '06', '12', '18'].map((from, i) => [`${from}:00`, ['05:55', '11:55', '17:55', '23:55'][i]] as [string, string])
    const at: Hours = {
      hours: Array.from({ length: 7 }, () => four),
      exceptions: Array.from({ length: 100 }, (_, i) => ({ day: date(i - 20), spans: four.slice(i % 4) })),
      timeZone: 'Asia/Kolkata',
      dayStartHour: 4,
    }
    const settings = { minutes: 5, capacity: 1, daysAhead: 60, moveUntilMinutes: 0 }
    const now = new Date('2026-11-23T00:00:00Z')
    const days = bookableDays(at, settings, now)
    // Comparing all slots with each other took 11 s for one calendar: then this test runs out of time.
    for (let i = 0; i < 20; i += 1) {
      slotsOfDay(at, settings, date(i))
      expect(openDays(at, settings, days, now).every(Boolean)).toBe(true)
    }
  })

  const india: Hours = {
    hours: Array.from({ length: 7 }, () => [['10:00', '12:00']]),
    exceptions: [],
    timeZone: 'Asia/Kolkata',
    dayStartHour: 0,
  }
  const startsOf = (at: Hours, date: string, length = 30) =>
    slotsOfDay(at, { minutes: length }, date).map(({ startsAt, isClosed }) =>
      isClosed ? `(${startsAt.toISOString()})` : startsAt.toISOString(),
    )

  test('after midnight belong to the service day that has begun by then', () => {
    const night = { ...india, hours: Array.from({ length: 7 }, () => [['23:00', '01:00']] as [string, string][]) }
    expect(startsOf(night, '2026-11-21')).toEqual(
      ['18:30', '19:00', '17:30', '18:00'].map((time, i) => `2026-11-2${i < 2 ? 0 : 1}T${time}:00.000Z`),
    )
    expect(startsOf({ ...night, dayStartHour: 4 }, '2026-11-21')).toEqual(
      ['17:30', '18:00', '18:30', '19:00'].map((time) => `2026-11-21T${time}:00.000Z`),
    )
  })

  test('of a day with other hours are the other ones; the usual ones that fall away are shown as closed', () => {
    const short = { ...india, exceptions: [{ day: '2026-11-21', spans: [['11:00', '13:00']] as [string, string][] }] }
    expect(startsOf(short, '2026-11-21')).toEqual([
      '(2026-11-21T04:30:00.000Z)',
      '(2026-11-21T05:00:00.000Z)',
      ...['05:30', '06:00', '06:30', '07:00'].map((time) => `2026-11-21T${time}:00.000Z`),
    ])
    const closed = { ...india, exceptions: [{ day: '2026-11-21', spans: [] }] }
    expect(startsOf(closed, '2026-11-21').every((slot) => slot.startsWith('('))).toBe(true)
  })

  test('keep their length when the clocks change', () => {
    const berlin = {
      ...india,
      timeZone: 'Europe/Berlin',
      hours: Array.from({ length: 7 }, () => [['01:00', '04:00']] as [string, string][]),
    }
    expect(slotsOfDay(berlin, { minutes: 60 }, '2026-03-29'), 'an hour is missing').toHaveLength(2)
    expect(slotsOfDay(berlin, { minutes: 60 }, '2026-10-25'), 'an hour comes twice').toHaveLength(4)
  })

  test('can be booked until the last day ahead that the shop has set, and not if they have started, are closed or unknown', () => {
    const settings = { minutes: 30, capacity: 2, daysAhead: 1, moveUntilMinutes: 15 }
    const at = { ...india, exceptions: [{ day: '2026-11-22', spans: [['11:00', '12:00']] as [string, string][] }] }
    const now = new Date('2026-11-21T05:00:00Z')
    const asked = (instant: string) => offered(at, settings, new Date(instant), now)
    expect(bookableDays(at, settings, now)).toEqual(['2026-11-21', '2026-11-22'])
    expect(asked('2026-11-21T05:30:00Z')).toMatchObject({ day: '2026-11-21', isClosed: false })
    expect(asked('2026-11-22T05:30:00Z')).toMatchObject({ day: '2026-11-22' })
    expect(asked('2026-11-21T05:00:00Z'), 'starts now').toBe('slot_past')
    expect(asked('2026-11-22T04:30:00Z'), 'closed').toBe('slot_not_found')
    expect(asked('2026-11-23T05:30:00Z'), 'too far').toBe('slot_not_found')
    expect(asked('2026-11-21T05:31:00Z'), 'no start').toBe('slot_not_found')
    const slot = { startsAt: new Date('2026-11-21T05:30:00Z'), endsAt: new Date('2026-11-21T06:00:00Z'), isClosed: false }
    expect([
      stateOf(slot, 1, now),
      stateOf(slot, 0, now),
      stateOf({ ...slot, isClosed: true }, 0, now),
      stateOf(slot, 1, slot.startsAt),
    ]).toEqual(['open', 'full', 'closed', 'past'])
  })
})

describe('dealing places', () => {
  const key = fc.option(fc.constantFrom('a', 'b', 'c'))

  test('never gives more than the capacity, loses no place, refuses only if the slot is full, and never a place that is kept', () => {
    const wish = fc.record({ from: key, to: key, isKept: fc.boolean() })
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), fc.integer({ min: 0, max: 9 }), (wishes, room) => {
        const requests = wishes.map(({ from, to, isKept }) => ({ from, to, isKept: isKept && to !== null && to !== from }))
        const capacity = new Map(['a', 'b', 'c'].map((slot) => [slot, room]))
        // each request that leaves a slot has a place in it
        const isIn = (slot: string) => requests.filter(({ from, to, isKept }) => from === slot || (isKept && to === slot))
        const taken = new Map(['a', 'b', 'c'].map((slot) => [slot, isIn(slot).length]))
        const { got, changes } = dealSeats(requests, taken, capacity)
        expect(requests.every(({ isKept }, i) => !isKept || got[i])).toBe(true)
        for (const slot of ['a', 'b', 'c']) {
          const before = taken.get(slot) ?? 0
          const after = before + (changes.get(slot) ?? 0)
          const kept = requests.filter(({ from }, i) => from === slot && (!got[i] || requests[i]?.to === slot)).length
          const come = requests.filter(({ from, to }, i) => got[i] && to === slot && from !== slot).length
          expect(after).toBe(kept + come)
          expect(after).toBeLessThanOrEqual(Math.max(room, before))
          if (requests.some(({ to }, i) => to === slot && !got[i])) expect(before + come).toBeGreaterThanOrEqual(room)
        }
      }),
    )
  })
})

/** The slots of a day by their definition: each slot is compared with each other one. */
function slotsByComparing(at: Hours, minutes: number, date: string) {
  const around = [-1, 0, 1].map((days) => daysAfter(date, days))
  const gridOf = (days: string[], from: Hours) => {
    const whole: { start: number; end: number }[] = []
    const all = days.flatMap((one) => spansOn(one, from)).map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
    for (const one of all.toSorted((a, b) => a.start - b.start)) {
      const last = whole.at(-1)
      if (last && one.start < last.end) last.end = Math.max(last.end, one.end)
      else whole.push(one)
    }
    const starts: number[] = []
    for (const { start, end } of whole) for (let next = start; next + minutes * MINUTE <= end; next += minutes * MINUTE) starts.push(next)
    return starts
  }
  const open = gridOf(around, at)
  const special = around.filter((one) => at.exceptions.some((exception) => exception.day === one))
  const usual = gridOf(special, { ...at, exceptions: [] })
  const taken = usual.filter((start) => !open.some((other) => Math.abs(other - start) < minutes * MINUTE))
  const all = [...open.map((start) => ({ start, isClosed: false })), ...taken.map((start) => ({ start, isClosed: true }))]
  return all
    .filter(({ start }) => serviceDayOf(new Date(start), at.timeZone, at.dayStartHour) === date)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, isClosed }) => ({ startsAt: new Date(start), endsAt: new Date(start + minutes * MINUTE), isClosed }))
}

describe('a booked slot is outside the opening hours', () => {
  const ten = ['10:00', '22:00'] as [string, string]
  const week = Array.from({ length: 7 }, () => [ten])
  const kolkata = { hours: week, timeZone: 'Asia/Kolkata', dayStartHour: 0 }
  const at = (time: string) => {
    const startsAt = new Date(`${time}:00+05:30`)
    return { startsAt, endsAt: new Date(startsAt.getTime() + 15 * MINUTE) }
  }
  const on = (date: string, ...those: [string, string][]) => ({ ...kolkata, exceptions: [{ day: date, spans: those }] })

  test('if its date is closed, or has hours without it', () => {
    expect(isOutside(on('2026-11-27'), at('2026-11-27T18:00'))).toBe(true)
    expect(isOutside(on('2026-11-27', ['10:00', '18:05']), at('2026-11-27T18:00'))).toBe(true)
    expect(isOutside(on('2026-11-27', ['10:00', '18:15']), at('2026-11-27T18:00'))).toBe(false)
    expect(isOutside(on('2026-11-26'), at('2026-11-27T18:00')), 'another date').toBe(false)
    expect(isOutside({ ...on('2026-11-27'), hours: null }, at('2026-11-27T18:00'))).toBe(true)
  })

  test('in late hours, which belong to the date on which they began', () => {
    const late = { ...kolkata, hours: week.map(() => [['18:00', '02:00'] as [string, string]]) }
    const closed = (date: string) => ({ ...late, exceptions: [{ day: date, spans: [] }] })
    expect(isOutside(closed('2026-11-26'), at('2026-11-27T01:00'))).toBe(true)
    expect(isOutside(closed('2026-11-27'), at('2026-11-27T01:00'))).toBe(false)
  })

  test('if the usual hours do not cover all of it, and inside if only its length or grid has gone', () => {
    const until = (end: string) => ({ ...kolkata, hours: week.map(() => [['10:00', end] as [string, string]]), exceptions: [] })
    expect([until('12:00'), until('18:05'), until('18:15')].map((hours) => isOutside(hours, at('2026-11-27T18:00')))).toEqual([
      true,
      true,
      false,
    ])
    expect(isOutside(until('22:00'), at('2026-11-27T18:07'))).toBe(false)
    expect(isOutside({ ...until('12:00'), hours: null }, at('2026-11-27T18:00')), 'at any hour').toBe(false)
    expect(isOutside({ ...until('12:00'), hours: null }, at('2026-11-27T23:50')), 'at any hour, over midnight').toBe(false)
    const touching = week.map(
      () =>
        [
          ['10:00', '18:05'],
          ['18:05', '22:00'],
        ] as [string, string][],
    )
    expect(isOutside({ ...kolkata, hours: touching, exceptions: [] }, at('2026-11-27T18:00')), 'over two spans that touch').toBe(false)
  })
})
