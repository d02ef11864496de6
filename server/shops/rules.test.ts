import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, daysAfter, localDateOf, MINUTE } from '#contract/base/time.ts'
import { type DayException, dayBegins, foldName, isTimeZone, midnightOf, type OpeningHours, openState, sameTimeBefore } from './rules.ts'

const india = 'Asia/Kolkata'
const daily = (...hours: [string, string][]): OpeningHours => Array.from({ length: 7 }, () => hours)
/** 21 November 2026 is a Saturday. */
const inIndia = (time: string, day = '2026-11-21') => new Date(`${day}T${time}:00+05:30`)
const isOpen = (hours: OpeningHours, at: Date, zone = india) => openState(hours, at, zone).isOpen
const opensAt = (hours: OpeningHours, at: Date, zone = india) => openState(hours, at, zone).opensAt?.toISOString() ?? null

describe('a shop', () => {
  test('without hours is open at any hour', () => {
    expect(openState(null, inIndia('03:14'), india)).toEqual({ isOpen: true, opensAt: null })
  })

  test('opens at the first minute and is closed at the last', () => {
    const hours = daily(['10:00', '22:00'])
    expect(isOpen(hours, new Date(inIndia('10:00').getTime() - 1))).toBe(false)
    expect(isOpen(hours, inIndia('10:00'))).toBe(true)
    expect(isOpen(hours, new Date(inIndia('22:00').getTime() - 1))).toBe(true)
    expect(isOpen(hours, inIndia('22:00'))).toBe(false)
  })

  test('that is closed says when it opens next: today, after the break, tomorrow', () => {
    const hours = daily(['10:00', '13:00'], ['16:00', '22:00'])
    expect(opensAt(hours, inIndia('08:00'))).toBe(inIndia('10:00').toISOString())
    expect(opensAt(hours, inIndia('14:00'))).toBe(inIndia('16:00').toISOString())
    expect(opensAt(hours, inIndia('23:00'))).toBe(inIndia('10:00', '2026-11-22').toISOString())
    expect(opensAt(hours, inIndia('12:00'))).toBeNull()
  })

  test('whose hours cross midnight is open until they end on the next day', () => {
    const saturdays: OpeningHours = [[], [], [], [], [], [], [['18:00', '02:30']]]
    expect(isOpen(saturdays, inIndia('17:59'))).toBe(false)
    expect(isOpen(saturdays, inIndia('23:59'))).toBe(true)
    expect(isOpen(saturdays, inIndia('02:29', '2026-11-22'))).toBe(true)
    expect(isOpen(saturdays, inIndia('02:30', '2026-11-22'))).toBe(false)
    expect(isOpen(saturdays, inIndia('01:00')), 'the night before it was closed').toBe(false)
    expect(opensAt(saturdays, inIndia('02:30', '2026-11-22'))).toBe(inIndia('18:00', '2026-11-28').toISOString())
  })

  test('may be open until midnight, and round the clock', () => {
    expect(isOpen(daily(['10:00', '24:00']), inIndia('23:59'))).toBe(true)
    expect(isOpen(daily(['10:00', '24:00']), inIndia('00:00'))).toBe(false)
    for (const time of ['00:00', '11:59', '12:00', '23:59']) expect(isOpen(daily(['12:00', '12:00']), inIndia(time))).toBe(true)
  })

  test('that is open on only one weekday opens again a week later', () => {
    const mondays: OpeningHours = [[], [['10:00', '11:00']], [], [], [], [], []]
    expect(opensAt(mondays, inIndia('12:00', '2026-11-23'))).toBe(inIndia('10:00', '2026-11-30').toISOString())
  })

  test('that never opens says so', () => {
    expect(openState(daily(), inIndia('12:00'), india)).toEqual({ isOpen: false, opensAt: null })
    expect(openState([], inIndia('12:00'), india)).toEqual({ isOpen: false, opensAt: null })
  })

  test('counts its days and hours by its own time zone', () => {
    const sundays: OpeningHours = [[['09:00', '10:00']], [], [], [], [], [], []]
    const noon = new Date('2026-11-21T22:30:00Z')
    expect(isOpen(sundays, noon, 'Pacific/Auckland')).toBe(false)
    expect(opensAt(sundays, new Date('2026-11-21T12:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-21T20:00:00.000Z')
    expect(opensAt(sundays, new Date('2026-11-21T12:00:00Z'), 'Asia/Kathmandu')).toBe('2026-11-22T03:15:00.000Z')
  })

  test.each([
    // New York: clocks go forward on 8 March 2026 at 02:00, back on 1 November 2026 at 02:00
    ['opens early on the day that loses an hour', ['04:00', '12:00'], '2026-03-08T05:30:00Z', '2026-03-08T08:00:00.000Z'],
    ['opens early on the day that has one more', ['04:00', '12:00'], '2026-11-01T04:30:00Z', '2026-11-01T09:00:00.000Z'],
    ['is asked late on the evening before the short day', ['10:00', '22:00'], '2026-03-08T04:30:00Z', '2026-03-08T14:00:00.000Z'],
  ] as const)('in a zone that changes its clocks %s', (_when, hours, now, opens) => {
    expect(opensAt(daily([...hours]), new Date(now), 'America/New_York')).toBe(opens)
  })

  test('closes by local time on the day that loses an hour', () => {
    const night = daily(['00:00', '10:00'])
    expect(isOpen(night, new Date('2026-03-08T13:59:00Z'), 'America/New_York')).toBe(true)
    expect(isOpen(night, new Date('2026-03-08T14:00:00Z'), 'America/New_York')).toBe(false)
  })
})

describe('an exception', () => {
  const hours = daily(['10:00', '22:00'])
  const closed = (...days: string[]): DayException[] => days.map((day) => ({ day, spans: [] }))

  test('replaces the weekly hours for its whole day', () => {
    const short: DayException[] = [{ day: '2026-11-21', spans: [['12:00', '14:00']] }]
    expect(openState(hours, inIndia('11:00'), india, short)).toEqual({ isOpen: false, opensAt: inIndia('12:00') })
    expect(openState(hours, inIndia('13:00'), india, short).isOpen).toBe(true)
    expect(openState(hours, inIndia('15:00'), india, short)).toEqual({ isOpen: false, opensAt: inIndia('10:00', '2026-11-22') })
    expect(openState(hours, inIndia('11:00', '2026-11-22'), india, short).isOpen).toBe(true)
  })

  test('closes a shop that is otherwise open at any hour, from midnight to midnight by its own clocks', () => {
    const day = closed('2026-11-21')
    expect(openState(null, new Date(inIndia('00:00').getTime() - 1), india, day).isOpen).toBe(true)
    expect(openState(null, inIndia('00:00'), india, day)).toEqual({ isOpen: false, opensAt: inIndia('00:00', '2026-11-22') })
    expect(openState(null, inIndia('00:00', '2026-11-22'), india, day).isOpen).toBe(true)
  })

  test('does not cut short the hours that began the evening before', () => {
    const nights = daily(['18:00', '02:00'])
    expect(openState(nights, inIndia('01:00'), india, closed('2026-11-21')).isOpen).toBe(true)
    expect(openState(nights, inIndia('02:00'), india, closed('2026-11-21'))).toEqual({
      isOpen: false,
      opensAt: inIndia('18:00', '2026-11-22'),
    })
    expect(openState(nights, inIndia('01:00', '2026-11-22'), india, closed('2026-11-21')).isOpen).toBe(false)
  })

  test('opens a shop on a day that is closed by its weekly hours', () => {
    expect(openState(daily(), inIndia('09:00'), india, [{ day: '2026-11-22', spans: [['10:00', '11:00']] }])).toEqual({
      isOpen: false,
      opensAt: inIndia('10:00', '2026-11-22'),
    })
  })

  test('on each of 21 days in a row leads to the right next opening', () => {
    const days = Array.from({ length: 21 }, (_, i) => new Date(Date.parse('2026-11-21') + i * DAY).toISOString().slice(0, 10))
    expect(openState(hours, inIndia('12:00'), india, closed(...days))).toEqual({ isOpen: false, opensAt: inIndia('10:00', '2026-12-12') })
  })
})

test('names are compared without case and composition', () => {
  expect(foldName(' Cafe\u0301 ')).toBe(foldName('CAFÉ'))
  expect(foldName('Café')).not.toBe(foldName('Cafe'))
})

test('a time zone is one that exists', () => {
  expect(['Asia/Kolkata', 'America/New_York', 'UTC'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', 'India', 'Asia/Kolkatta', '../etc', '+05:30'].map(isTimeZone)).toEqual([false, false, false, false, false])
})

test('a date begins when its first instant does, also where the clocks go forward at midnight', () => {
  const zones = ['Asia/Kolkata', 'America/Santiago', 'America/Havana', 'Atlantic/Azores', 'Asia/Beirut', 'Australia/Lord_Howe', 'UTC']
  for (const zone of zones)
    for (let date = '2026-01-01'; date < '2028-01-01'; date = daysAfter(date, 1)) {
      const begins = midnightOf(date, zone)
      expect(
        [begins, new Date(begins.getTime() - 1)].map((at) => localDateOf(at, zone)),
        zone,
      ).toEqual([date, daysAfter(date, -1)])
      expect(midnightOf(daysAfter(date, -1), zone, 1)).toEqual(begins)
    }
})

describe('opening hours', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))
  const week = fc.array(fc.array(fc.tuple(time, fc.oneof(time, fc.constant('24:00'))), { maxLength: 3 }), { minLength: 7, maxLength: 7 })
  const instant = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2028-12-31T00:00:00Z'), noInvalidDate: true })
  /** Zones without daylight saving time, with their offset from UTC in minutes. */
  const zone = fc.constantFrom([india, 330], ['Asia/Kathmandu', 345], ['Asia/Dubai', 240], ['Pacific/Honolulu', -600], ['UTC', 0])

  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

  /** Compares the local time with the hours, as a person at the door does. */
  function openByTheWall(hours: OpeningHours, at: Date, ahead: number, exceptions: readonly DayException[] = []): boolean {
    const wall = new Date(at.getTime() + ahead * MINUTE)
    const now = wall.getUTCHours() * 60 + wall.getUTCMinutes()
    const spansOf = (day: Date): [string, string][] =>
      exceptions.find((exception) => exception.day === day.toISOString().slice(0, 10))?.spans ??
      (hours === null ? [['00:00', '24:00']] : (hours[day.getUTCDay()] ?? []))
    const today = spansOf(wall)
    const yesterday = spansOf(new Date(wall.getTime() - DAY))
    const overnight = ([from, to]: readonly [string, string]) => minute(to) <= minute(from)
    return (
      today.some((span) => now >= minute(span[0]) && (overnight(span) || now < minute(span[1]))) ||
      yesterday.some((span) => overnight(span) && now < minute(span[1]))
    )
  }

  test('are what a person reads on the door, at any moment and in any zone', () => {
    fc.assert(
      fc.property(week, instant, zone, (hours, at, [name, ahead]) => {
        expect(openState(hours, at, String(name)).isOpen).toBe(openByTheWall(hours, at, Number(ahead)))
      }),
      { numRuns: 300 },
    )
  })

  test('give the right next opening: the shop is closed until then and open at that moment', () => {
    fc.assert(
      fc.property(week, instant, zone, fc.double({ min: 0, max: 0.999, noNaN: true }), (hours, at, [name, ahead], part) => {
        const state = openState(hours, at, String(name))
        if (state.isOpen) expect(state.opensAt).toBeNull()
        else if (state.opensAt === null) expect(hours.flat()).toEqual([])
        if (state.opensAt === null) return
        const wait = state.opensAt.getTime() - at.getTime()
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(8 * DAY)
        expect(openByTheWall(hours, state.opensAt, Number(ahead))).toBe(true)
        expect(openByTheWall(hours, new Date(at.getTime() + Math.floor(wait * part)), Number(ahead))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  /** Up to ten special days around a moment, each day once. */
  const special = (at: Date): fc.Arbitrary<DayException[]> =>
    fc
      .uniqueArray(fc.integer({ min: -2, max: 9 }), { maxLength: 10 })
      .chain((days) =>
        fc.tuple(
          ...days.map((ahead) =>
            fc
              .array(fc.tuple(time, fc.oneof(time, fc.constant('24:00'))), { maxLength: 2 })
              .map((spans): DayException => ({ day: new Date(at.getTime() + ahead * DAY).toISOString().slice(0, 10), spans })),
          ),
        ),
      )
  const around = fc.tuple(fc.oneof(week, fc.constant(null)), instant, zone).chain((base) => fc.tuple(fc.constant(base), special(base[1])))

  test('with exceptions are also what a person reads on the door and on the note next to it', () => {
    fc.assert(
      fc.property(around, ([[hours, at, [name, ahead]], exceptions]) => {
        expect(openState(hours, at, String(name), exceptions).isOpen).toBe(openByTheWall(hours, at, Number(ahead), exceptions))
      }),
      { numRuns: 500 },
    )
  })

  test('with exceptions also give the right next opening', () => {
    fc.assert(
      fc.property(around, fc.double({ min: 0, max: 0.999, noNaN: true }), ([[hours, at, [name, ahead]], exceptions], part) => {
        const state = openState(hours, at, String(name), exceptions)
        if (state.isOpen) expect(state.opensAt).toBeNull()
        if (state.opensAt === null) return
        const wait = state.opensAt.getTime() - at.getTime()
        expect(wait).toBeGreaterThan(0)
        expect(openByTheWall(hours, state.opensAt, Number(ahead), exceptions)).toBe(true)
        expect(openByTheWall(hours, new Date(at.getTime() + Math.floor(wait * part)), Number(ahead), exceptions)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('of a shop without hours are its whole service day, from the mall’s day start', () => {
    const closed = [{ day: '2026-11-21', spans: [] as [string, string][] }]
    const at = (time: string, day: string) => openState(null, inIndia(time, day), india, closed, 4)
    expect(at('03:59', '2026-11-21').isOpen, 'still the evening before').toBe(true)
    expect(at('04:00', '2026-11-21')).toEqual({ isOpen: false, opensAt: inIndia('04:00', '2026-11-22') })
    expect(at('03:59', '2026-11-22').isOpen).toBe(false)
    expect(at('04:00', '2026-11-22').isOpen).toBe(true)
  })

  test('without any exception are the same as with an empty list', () => {
    fc.assert(
      fc.property(week, instant, zone, (hours, at, [name]) => {
        expect(openState(hours, at, String(name), [])).toEqual(openState(hours, at, String(name)))
      }),
    )
  })
})

describe('the same time some days before', () => {
  test('is when the clocks showed the same time, also after they changed', () => {
    const aWeekBefore = (now: string, timeZone: string) => sameTimeBefore(new Date(now), timeZone, 7).toISOString()
    expect(aWeekBefore('2026-11-29T12:30:00Z', 'Asia/Kolkata')).toBe('2026-11-22T12:30:00.000Z')
    // London's clocks went back on 25 October 2026.
    expect(aWeekBefore('2026-10-28T23:30:00Z', 'Europe/London')).toBe('2026-10-21T22:30:00.000Z')
  })

  test('is in the service day of that date', () => {
    const mall = { timeZone: 'Europe/London', dayStartHour: 4 }
    const [then, begins] = [sameTimeBefore(new Date('2026-10-28T04:10:00Z'), mall.timeZone, 7), dayBegins('2026-10-21', mall)]
    expect(begins.toISOString()).toBe('2026-10-21T03:00:00.000Z')
    expect(then.getTime() - begins.getTime()).toBe(10 * MINUTE)
    expect(dayBegins('2026-10-21', mall, 1).toISOString()).toBe('2026-10-22T03:00:00.000Z')
  })
})
