import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/office/insights-calls.ts'
import type { TicketFigures } from '#server/queue/ticket-rules.ts'
import { compareHours, foldDay } from './insights-rules.ts'

const shopIds = ['cafe', 'books', 'salon']
const n = fc.nat(50)
const paise = fc.integer({ min: 0, max: 500_000 })
const hour = fc.nat(23)
/** What the shops of a mall did in the hours of a day. */
const day = fc.uniqueArray(
  fc.record({
    ...{ shopId: fc.constantFrom(...shopIds), hour, served: n, missed: n, left: n, open: n },
    ...{ wait: fc.option(fc.double({ min: 0, max: 7200, noNaN: true })), earnedPaise: paise, refundedPaise: paise },
  }),
  { selector: (one) => `${one.shopId} ${one.hour}`, maxLength: 12 },
)
type Row = Omit<TicketFigures, 'tokens'>

/** As the database groups them. */
const ticketsOf = (rows: readonly Row[], shopId: string | null, of: number | null): TicketFigures => {
  const own = rows.filter((row) => (shopId === null || row.shopId === shopId) && (of === null || row.hour === of))
  const sum = (part: 'served' | 'missed' | 'left' | 'open') => own.reduce((all, row) => all + row[part], 0)
  const parts = { served: sum('served'), missed: sum('missed'), left: sum('left'), open: sum('open') }
  return { shopId, hour: of, tokens: Object.values(parts).reduce((a, b) => a + b, 0), ...parts, wait: own[0]?.wait ?? null }
}
const tickets = (rows: readonly Row[]): TicketFigures[] => [
  ticketsOf(rows, null, null),
  ...[...new Set(rows.map((row) => row.shopId))].map((shopId) => ticketsOf(rows, shopId, null)),
  ...[...new Set(rows.map((row) => row.hour))].map((of) => ticketsOf(rows, null, of)),
]

const added = ['tokens', 'served', 'missed', 'left', 'open', 'earnedPaise', 'refundedPaise'] as const
const sums = (all: readonly Figures[]) => added.map((part) => all.reduce((sum, one) => sum + one[part], 0))

describe('the figures of a day', () => {
  test('of the shops add up to the total, and so do those of the hours', () => {
    fc.assert(
      fc.property(day, (rows) => {
        const { total, shops, hours } = foldDay(tickets(rows), rows)
        const expected = sums([total])
        expect(sums([...shops.values()])).toEqual(expected)
        expect(sums([...hours.values()])).toEqual(expected)
        expect(total.earnedPaise).toBe(rows.reduce((all, row) => all + row.earnedPaise, 0))
      }),
    )
  })

  test('have a shop that took money and gave out no token', () => {
    const takings = [{ shopId: 'cafe', hour: 9, earnedPaise: 12_000, refundedPaise: 0 }]
    const { shops, hours } = foldDay(tickets([]), takings)
    expect(shops.get('cafe')).toMatchObject({ earnedPaise: 12_000, tokens: 0, medianWait: null })
    expect(hours.get(9)).toMatchObject({ earnedPaise: 12_000 })
  })

  test('say waits in minutes', () => {
    const row = { shopId: 'cafe', hour: 9, served: 1, missed: 0, left: 0, open: 0, wait: 90 }
    expect(foldDay(tickets([row]), []).total.medianWait).toBe(1.5)
  })
})

describe('the hours of two days', () => {
  const at = (...hours: number[]) =>
    foldDay(
      [],
      hours.map((one) => ({ shopId: 'cafe', hour: one, earnedPaise: 100, refundedPaise: 0 })),
    )

  test('begin with the first hour of either day and end with the last', () => {
    expect(compareHours(at(11), at(10, 13), 0, 'over').map(({ hour: one }) => one)).toEqual([10, 11, 12, 13])
    expect(compareHours(at(), at(), 0, 'over')).toEqual([])
  })

  test('are in the order of a day that ends after midnight', () => {
    expect(compareHours(at(22, 1), at(), 4, 'over').map(({ hour: one }) => one)).toEqual([22, 23, 0, 1])
  })

  test('say which of them are over, and which one runs', () => {
    const states = (now: Parameters<typeof compareHours>[3]) => compareHours(at(23, 1), at(), 4, now).map((one) => one.state)
    expect(states(0)).toEqual(['over', 'running', 'to_come'])
    expect(states(12)).toEqual(['to_come', 'to_come', 'to_come'])
    expect(states(3)).toEqual(['over', 'over', 'over'])
    expect(states('to_come')).toEqual(['to_come', 'to_come', 'to_come'])
  })

  test('have every hour with anything once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hour), fc.uniqueArray(hour), fc.integer({ min: 0, max: 12 }), (own, before, start) => {
        const found = compareHours(at(...own), at(...before), start, 'over')
        expect(new Set(found.map((one) => one.hour)).size).toBe(found.length)
        expect(found.filter((one) => one.day.earnedPaise > 0).map((one) => one.hour)).toHaveLength(own.length)
        expect(found.filter((one) => one.before.earnedPaise > 0)).toHaveLength(before.length)
      }),
    )
  })
})
