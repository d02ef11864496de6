import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_BASE_FEE_PAISE, DEFAULT_GST_BASIS_POINTS, feeOf, inCash, rupees } from './money.ts'

const withGstin = { gstin: '27DEMO0000D1ZD', gstBasisPoints: DEFAULT_GST_BASIS_POINTS }
const base = fc.integer({ min: 0, max: 100_000_00 })
const rate = fc.integer({ min: 0, max: 10_000 })

describe('cash', () => {
  test.each([
    [14_160, 14_200],
    [14_149, 14_100],
    [14_150, 14_200],
    [12_000, 12_000],
    [40, 100],
    [0, 0],
  ])('of %i paise is %i paise', (total, cash) => {
    expect(inCash(total)).toBe(cash)
  })

  test('is in whole rupees, at most half a rupee from the fee, and free only if the fee is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100_000_00 }), (total) => {
        expect(inCash(total) % 100).toBe(0)
        expect(Math.abs(inCash(total) - total)).toBeLessThanOrEqual(50)
        expect(inCash(total)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the fee', () => {
  test('of ₹120 with 18 % GST is ₹120 + ₹21.60', () => {
    expect(feeOf({ baseFeePaise: DEFAULT_BASE_FEE_PAISE, extraPaise: 0 }, withGstin)).toEqual({
      basePaise: 12_000,
      extraPaise: 2_160,
      totalPaise: 14_160,
      taxBasisPoints: 1800,
    })
  })

  test('with a GSTIN asks for the tax and never for the amount that the shop set', () => {
    fc.assert(
      fc.property(base, rate, base, (baseFeePaise, gstBasisPoints, extraPaise) => {
        const mall = { gstin: withGstin.gstin, gstBasisPoints }
        expect(feeOf({ baseFeePaise, extraPaise }, mall)).toEqual(feeOf({ baseFeePaise, extraPaise: 0 }, mall))
      }),
    )
  })

  test('has a tax of two equal halves, at most one paisa away from the exact one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), rate, (baseFeePaise, gstBasisPoints) => {
        const { extraPaise, taxBasisPoints } = feeOf({ baseFeePaise, extraPaise: 0 }, { gstin: 'one', gstBasisPoints })
        expect(taxBasisPoints).toBe(gstBasisPoints)
        expect(extraPaise % 2).toBe(0)
        expect(Math.abs(extraPaise - (baseFeePaise * gstBasisPoints) / 10_000)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('without a GSTIN has no tax: the extra is what the shop set', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), base, rate, (baseFeePaise, extraPaise, gstBasisPoints) => {
        const fee = feeOf({ baseFeePaise, extraPaise }, { gstin: null, gstBasisPoints })
        expect(fee).toEqual({ basePaise: baseFeePaise, extraPaise, totalPaise: baseFeePaise + extraPaise, taxBasisPoints: null })
      }),
    )
  })

  test('is in whole paise that add up, and zero if the base is zero', () => {
    fc.assert(
      fc.property(base, base, rate, fc.boolean(), (baseFeePaise, extraPaise, gstBasisPoints, registered) => {
        const fee = feeOf({ baseFeePaise, extraPaise }, { gstin: registered ? 'one' : null, gstBasisPoints })
        expect(Number.isInteger(fee.extraPaise)).toBe(true)
        expect(fee.totalPaise).toBe(fee.basePaise + fee.extraPaise)
        if (baseFeePaise === 0) expect(fee.totalPaise).toBe(0)
      }),
    )
  })
})

describe('an amount as people read it', () => {
  test.each([
    [0, '₹0'],
    [5, '₹0.05'],
    [12_000, '₹120'],
    [2_160, '₹21.60'],
    [14_160, '₹141.60'],
    [100_000, '₹1,000'],
    [12_400_000, '₹1,24,000'],
    [1_234_567_890, '₹1,23,45,678.90'],
    [-14_160, '−₹141.60'],
  ])('%i paise are %s', (paise, text) => {
    expect(rupees(paise)).toBe(text)
  })

  test('is grouped the Indian way, as the standard library groups it', () => {
    const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (whole) => {
        expect(rupees(whole * 100)).toBe(`₹${indian.format(whole)}`)
      }),
    )
  })

  test('loses no paisa', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (paise) => {
        const [whole = '', rest = '00'] = rupees(paise).replace(/[₹,−]/g, '').split('.')
        expect((paise < 0 ? -1 : 1) * Number(whole + rest) + 0).toBe(paise)
        expect(rest).toMatch(/^\d\d$/)
      }),
    )
  })
})
