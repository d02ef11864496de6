import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '#contract/base/money.ts'
import { roundOffOf, sumLines } from '#contract/payments/taxes.ts'
import { amountToPay } from '#server/payments/orders/rules.ts'
import { noteNumber, receiptNumber, splitTax } from './rules.ts'

const IN_MAHARASHTRA = { seller: '27', placeOfSupply: '27' }

describe('a receipt', () => {
  test('of ₹120 with 18 % GST shows ₹120 taxable, ₹10.80 CGST and ₹10.80 SGST', () => {
    expect(splitTax({ baseFeePaise: 12_000, extraPaise: 2_160, taxBasisPoints: 1800 }, IN_MAHARASHTRA)).toEqual({
      kind: 'tax_invoice',
      taxKind: 'cgst_sgst',
      taxablePaise: 12_000,
      cgstPaise: 1_080,
      sgstPaise: 1_080,
      igstPaise: 0,
      extraPaise: 0,
    })
  })

  test.each(['04', '26', '31', '35', '38', '97'])('of a seller in the union territory %s shows UTGST, at the same rate', (state) => {
    const split = splitTax({ baseFeePaise: 12_000, extraPaise: 2_160, taxBasisPoints: 1800 }, { seller: state, placeOfSupply: state })
    expect(split).toMatchObject({ taxKind: 'cgst_utgst', cgstPaise: 1_080, sgstPaise: 1_080 })
  })

  test.each(['01', '07', '34'])('of a seller in %s shows SGST, because this union territory has a legislature', (state) => {
    const split = splitTax({ baseFeePaise: 12_000, extraPaise: 2_160, taxBasisPoints: 1800 }, { seller: state, placeOfSupply: state })
    expect(split.taxKind).toBe('cgst_sgst')
  })

  test('of a sale to another State shows the whole tax as IGST', () => {
    const split = splitTax({ baseFeePaise: 12_000, extraPaise: 2_160, taxBasisPoints: 1800 }, { seller: '27', placeOfSupply: '29' })
    expect(split).toMatchObject({ taxKind: 'igst', taxablePaise: 12_000, igstPaise: 2_160, cgstPaise: 0, sgstPaise: 0 })
  })

  test('of a seller without GSTIN is a plain receipt and shows no tax', () => {
    expect(splitTax({ baseFeePaise: 12_000, extraPaise: 500, taxBasisPoints: null }, null)).toEqual({
      kind: 'receipt',
      taxKind: null,
      taxablePaise: 12_000,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 0,
      extraPaise: 500,
    })
  })

  const paise = fc.integer({ min: 0, max: 100_000_00 })
  const state = fc.constantFrom('01', '04', '07', '26', '27', '29', '33', '38', '97')
  const states = fc.option(fc.record({ seller: state, placeOfSupply: state }))

  test('always adds up to the amount paid, in whole paise, and the halves of the tax are equal', () => {
    fc.assert(
      fc.property(paise, paise, fc.option(fc.integer({ min: 0, max: 10_000 })), states, (baseFeePaise, extraPaise, taxBasisPoints, at) => {
        const split = splitTax({ baseFeePaise, extraPaise, taxBasisPoints }, at)
        const parts = [split.taxablePaise, split.cgstPaise, split.sgstPaise, split.igstPaise, split.extraPaise]
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(baseFeePaise + extraPaise)
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
        expect(split.cgstPaise).toBe(split.sgstPaise)
        expect(split.cgstPaise > 0 && split.igstPaise > 0, 'never both').toBe(false)
        expect(split.kind === 'receipt').toBe(taxBasisPoints === null || at === null)
      }),
    )
  })

  test('adds up to the amount paid with its round-off, which is less than a rupee and only for cash', () => {
    fc.assert(
      fc.property(paise, paise, fc.option(fc.integer({ min: 0, max: 10_000 })), states, (baseFeePaise, extraPaise, taxBasisPoints, at) => {
        for (const gateway of ['cash', 'demo'] as const) {
          const split = splitTax({ baseFeePaise, extraPaise, taxBasisPoints }, at)
          const totalPaise = amountToPay(gateway, baseFeePaise + extraPaise)
          const roundOff = roundOffOf({ ...split, totalPaise })
          expect(baseFeePaise + extraPaise + roundOff).toBe(totalPaise)
          expect(Math.abs(roundOff)).toBeLessThan(100)
          const lines = sumLines({ ...split, totalPaise, taxBasisPoints })
          expect(
            lines.reduce((sum, line) => sum + line.paise, 0),
            'the printed lines',
          ).toBe(totalPaise)
          if (gateway === 'cash') expect(totalPaise % 100).toBe(0)
          else expect(roundOff).toBe(0)
        }
      }),
    )
  })

  test('of a fee from `feeOf` shows the base as taxable, at any tax rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), fc.integer({ min: 0, max: 10_000 }), (baseFeePaise, gstBasisPoints) => {
        const fee = feeOf({ baseFeePaise, extraPaise: 0 }, { gstin: 'one', gstBasisPoints })
        const payment = { baseFeePaise: fee.basePaise, extraPaise: fee.extraPaise, taxBasisPoints: fee.taxBasisPoints }
        expect(splitTax(payment, IN_MAHARASHTRA).taxablePaise).toBe(baseFeePaise)
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

describe('the number of a paper for a refund', () => {
  test.each([
    ['tax_invoice', 'C07/2627/000312', '2027-03-31', 1, 'CN07/2627/000001'],
    ['tax_invoice', 'C07/2627/000312', '2027-04-01', 1, 'CN07/2728/000001'],
    ['receipt', 'C07/2627/000312', '2026-11-23', 12, 'RF07/2627/000012'],
    ['tax_invoice', 'C1000/2627/00001', '2026-11-23', 7, 'CN1000/2627/0007'],
  ] as const)('of a %s %s on %s, serial %i, is %s', (kind, number, day, serial, expected) => {
    expect(noteNumber({ kind, number }, day, serial)).toBe(expected)
  })

  test('is at most 16 characters, unique per shop, kind, year and serial, and never the number of a receipt', () => {
    const one = fc.record({
      shop: fc.integer({ min: 1, max: 9999 }),
      kind: fc.constantFrom('tax_invoice' as const, 'receipt' as const),
      year: fc.integer({ min: 2024, max: 2090 }),
      serial: fc.integer({ min: 1, max: 9999 }),
    })
    const numberOf = ({ shop, kind, year, serial }: { shop: number; kind: 'tax_invoice' | 'receipt'; year: number; serial: number }) =>
      noteNumber({ kind, number: receiptNumber(`C${String(shop).padStart(2, '0')}`, '2026-11-23', 1) }, `${year}-04-01`, serial)
    fc.assert(
      fc.property(one, one, (a, b) => {
        expect(numberOf(a)).toMatch(/^(?:CN|RF)\d+\/\d{4}\/\d+$/)
        expect(numberOf(a).length).toBeLessThanOrEqual(16)
        expect(numberOf(a) === numberOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
})
