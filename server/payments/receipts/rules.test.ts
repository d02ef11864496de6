import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '#contract/base/money.ts'
import { amountToPay } from '#server/payments/orders/rules.ts'
import { receiptNumber, roundOffOf, splitTax } from './rules.ts'

describe('a receipt', () => {
  test('of ₹120 with 18 % GST shows ₹120 taxable, ₹10.80 CGST and ₹10.80 SGST', () => {
    expect(splitTax({ baseFeePaise: 12_000, extraPaise: 2_160, taxBasisPoints: 1800 })).toEqual({
      kind: 'tax_invoice',
      taxablePaise: 12_000,
      cgstPaise: 1_080,
      sgstPaise: 1_080,
      extraPaise: 0,
    })
  })

  test('of a seller without GSTIN is a plain receipt and shows no tax', () => {
    expect(splitTax({ baseFeePaise: 12_000, extraPaise: 500, taxBasisPoints: null })).toEqual({
      kind: 'receipt',
      taxablePaise: 12_000,
      cgstPaise: 0,
      sgstPaise: 0,
      extraPaise: 500,
    })
  })

  const paise = fc.integer({ min: 0, max: 100_000_00 })

  test('always adds up to the amount paid, in whole paise, and the halves of the tax are equal', () => {
    fc.assert(
      fc.property(paise, paise, fc.option(fc.integer({ min: 0, max: 10_000 })), (baseFeePaise, extraPaise, taxBasisPoints) => {
        const split = splitTax({ baseFeePaise, extraPaise, taxBasisPoints })
        const parts = [split.taxablePaise, split.cgstPaise, split.sgstPaise, split.extraPaise]
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(baseFeePaise + extraPaise)
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
        expect(split.cgstPaise).toBe(split.sgstPaise)
      }),
    )
  })

  test('adds up to the amount paid with its round-off, which is less than a rupee and only for cash', () => {
    fc.assert(
      fc.property(paise, paise, fc.option(fc.integer({ min: 0, max: 10_000 })), (baseFeePaise, extraPaise, taxBasisPoints) => {
        for (const gateway of ['cash', 'demo'] as const) {
          const split = splitTax({ baseFeePaise, extraPaise, taxBasisPoints })
          const total_paise = amountToPay(gateway, baseFeePaise + extraPaise)
          const roundOff = roundOffOf({
            taxable_paise: split.taxablePaise,
            cgst_paise: split.cgstPaise,
            sgst_paise: split.sgstPaise,
            extra_paise: split.extraPaise,
            total_paise,
          })
          expect(baseFeePaise + extraPaise + roundOff).toBe(total_paise)
          expect(Math.abs(roundOff)).toBeLessThan(100)
          if (gateway === 'cash') expect(total_paise % 100).toBe(0)
          else expect(roundOff).toBe(0)
        }
      }),
    )
  })

  test('of a fee from `feeOf` shows the base as taxable, at any tax rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), fc.integer({ min: 0, max: 10_000 }), (baseFeePaise, gstBasisPoints) => {
        const fee = feeOf({ baseFeePaise, extraPaise: 0 }, { gstin: 'one', gstBasisPoints })
        expect(splitTax({ baseFeePaise: fee.basePaise, extraPaise: fee.extraPaise, taxBasisPoints: fee.taxBasisPoints }).taxablePaise).toBe(
          baseFeePaise,
        )
      }),
    )
  })
})

describe('the number of a receipt', () => {
  test.each([
    ['C07', '2026-11-21', 1, 'C07/2627/000001'],
    ['C07', '2027-03-31', 123_456, 'C07/2627/123456'],
    ['C07', '2027-04-01', 1, 'C07/2728/000001'],
    ['C100', '2026-04-01', 999_999, 'C100/2627/999999'],
    ['C1000', '2026-04-01', 1, 'C1000/2627/00001'],
  ])('of %s on %s, serial %i, is %s', (code, day, serial, number) => {
    expect(receiptNumber(code, day, serial)).toBe(number)
  })

  const place = fc.integer({ min: 1, max: 9999 })
  const day = fc
    .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const codeOf = (shop: number) => `C${String(shop).padStart(2, '0')}`

  test('is at most 16 letters, digits and slashes long, as GST Rule 46 requires', () => {
    fc.assert(
      fc.property(place, day, fc.integer({ min: 1, max: 99_999 }), (shop, when, serial) => {
        const number = receiptNumber(codeOf(shop), when, serial)
        expect(number.length).toBeLessThanOrEqual(16)
        expect(number).toMatch(/^[A-Z0-9/]+$/)
      }),
    )
  })

  test('is unique per shop, financial year and serial', () => {
    const one = fc.tuple(place, fc.integer({ min: 2024, max: 2090 }), fc.integer({ min: 1, max: 99_999 }))
    fc.assert(
      fc.property(one, one, (a, b) => {
        const numbers = [a, b].map(([shop, year, serial]) => receiptNumber(codeOf(shop), `${year}-04-01`, serial))
        expect(numbers[0] === numbers[1]).toBe(a.join() === b.join())
      }),
    )
  })
})
