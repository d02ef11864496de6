import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyStates } from '#contract/payments/money.ts'
import { gatewayNames } from '#contract/payments/payments.ts'
import { daysBetween, foldDays, foldMoney, type MoneyRow, numberIn, partsOf, soughtBy, spansOf } from './rules.ts'

const days = ['2026-11-20', '2026-11-21', '2026-11-22']
const amounts = fc.tuple(
  fc.nat(100_000),
  fc.nat(100_000),
  fc.nat(100_000),
  fc.nat(5_000),
  fc.nat(10_000),
  fc.integer({ min: -500, max: 500 }),
)
const row: fc.Arbitrary<MoneyRow> = fc
  .record({
    day: fc.constantFrom(...days),
    shopId: fc.constantFrom('cafe', 'cinema', null),
    gateway: fc.constantFrom(...gatewayNames),
    lane: fc.constantFrom('priority' as const, 'regular' as const, null),
    state: fc.constantFrom(...moneyStates),
    count: fc.integer({ min: 1, max: 500 }),
    amounts,
  })
  .map(({ amounts: [kept, refundedPaise, duePaise, feesPaise, taxPaise, disputedPaise], ...more }) => ({
    ...more,
    needsPerson: Math.min(more.count, duePaise),
    ...{ amountPaise: kept + refundedPaise + duePaise, refundedPaise, duePaise, feesPaise, taxPaise, disputedPaise },
  }))
const rows = fc.array(row, { maxLength: 40 })
const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0)

describe('the fold of the money', () => {
  test('gives the same sum by state, day, shop, gateway and lane, to the paisa', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const { totals, states, byShop, byGateway, byLane } = foldMoney(some)
        const byDay = foldDays(some, some, days)
        expect(totals.capturedPaise).toBe(sum(some, (one) => one.amountPaise))
        expect(sum(Object.values(states), (one) => one.amountPaise)).toBe(totals.capturedPaise)
        expect(sum(Object.values(states), (one) => one.count)).toBe(totals.count)
        expect([states.refunded.amountPaise, states.matched.amountPaise]).toEqual([totals.refundedPaise, totals.keptPaise])
        for (const list of [byDay, byShop, byGateway, byLane])
          for (const field of ['count', 'capturedPaise', 'refundedPaise', 'feesPaise', 'disputedPaise', 'netPaise'] as const)
            expect(
              sum<Record<typeof field, number>>(list, (one) => one[field]),
              field,
            ).toBe(totals[field])
        expect(sum(byDay, ({ shops }) => sum(shops, (one) => one.capturedPaise))).toBe(
          sum(byShop, (one) => (one.shopId === null ? 0 : one.capturedPaise)),
        )
        for (const shop of byShop) expect(sum(shop.gateways, (one) => one.capturedPaise)).toBe(shop.capturedPaise)
        expect(totals.netPaise).toBe(totals.capturedPaise - totals.refundedPaise - totals.feesPaise - totals.disputedPaise)
      }),
    )
  })

  test('does not depend on how payments were added up before', () => {
    const alike = (one: MoneyRow) => JSON.stringify([one.day, one.shopId, one.gateway, one.lane, one.state])
    const added = (own: readonly MoneyRow[]): MoneyRow => {
      const [first] = own
      if (!first) throw new Error('no rows')
      const fields = ['count', 'needsPerson', 'amountPaise', 'refundedPaise', 'duePaise', 'feesPaise', 'taxPaise', 'disputedPaise'] as const
      return { ...first, ...Object.fromEntries(fields.map((field) => [field, sum(own, (one) => one[field])])) }
    }
    fc.assert(
      fc.property(rows, (some) => {
        const grouped = [...Map.groupBy(some, alike).values()].map(added)
        expect(foldMoney(grouped)).toEqual(foldMoney(some))
        expect(foldDays(grouped, grouped, days)).toEqual(foldDays(some, some, days))
      }),
    )
  })

  test('gives every rupee of a payment one state', () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(sum(Object.values(partsOf(one)), (part) => part)).toBe(one.amountPaise)
      }),
    )
    const paid = { amountPaise: 14_160, refundedPaise: 6_000, duePaise: 2_000 }
    expect(partsOf({ ...paid, state: 'matched' })).toEqual({ matched: 6_160, late: 0, orphan: 0, refund_due: 2_000, refunded: 6_000 })
    expect(partsOf({ ...paid, state: 'late' })).toEqual({ matched: 0, late: 8_160, orphan: 0, refund_due: 0, refunded: 6_000 })
  })

  test('lists every day, also one without money', () => {
    expect(foldDays([], [], days).map(({ day, count }) => [day, count])).toEqual(days.map((day) => [day, 0]))
    expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
  })
})

describe('the days to read', () => {
  test('are spans without a gap', () => {
    expect(spansOf(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'])).toEqual([
      { from: '2026-02-27', to: '2026-03-01' },
      { from: '2026-03-03', to: '2026-03-03' },
    ])
    const some = fc.uniqueArray(fc.constantFrom(...daysBetween('2026-02-01', '2026-03-10'))).map((list) => list.sort())
    fc.assert(
      fc.property(some, (list) => {
        expect(spansOf(list).flatMap(({ from, to }) => daysBetween(from, to))).toEqual(list)
      }),
    )
  })
})

describe('a search', () => {
  test.each([
    ['128', 128, null],
    ['#7', 7, null],
    ['0', null, null],
    ['9876543210', null, '9876543210'],
    ['+91 98765 43210', null, '9876543210'],
    ['098765-43210', null, '9876543210'],
    ['pay_QkU0hB6rVx2sKa', null, null],
    ['C01/2627/000001', null, null],
  ])('for %s looks for the token %s, the mobile %s, and an id of this name', (text, token, mobile) => {
    expect(soughtBy(text)).toEqual({ token, mobile, name: text })
  })

  test.each([
    ['C01/2627/000001', { code: 'C01', year: '2627', serial: 1, isNote: false }],
    ['c1000/2627/12345', { code: 'C1000', year: '2627', serial: 12_345, isNote: false }],
    ['CN01/2627/000001', { code: 'C01', year: '2627', serial: 1, isNote: true }],
    ['rf07/2627/000012', { code: 'C07', year: '2627', serial: 12, isNote: true }],
    ['C01/2627', null],
    ['128', null],
    ['C01/2627/0000000001', null],
  ])('for %s sees the parts %o of a paper’s number', (text, parts) => {
    expect(numberIn(text)).toEqual(parts)
  })
})
