import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paiseIn, refundIn, rupeesOf } from './typed-rupees.ts'

test('an amount is the same after it was shown and typed', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999 }), (paise) => void expect(paiseIn(rupeesOf(paise))).toBe(paise)))
})

test.each(['', 'x', '-5', '1.234', '99,50', '1,00', '1,0000', '1,00,00,000', '12345678', '1e3', 'Rs', '60/70'])(
  '%j is not an amount',
  (text) => expect(paiseIn(text)).toBeNull(),
)

test.each([
  ['60', 6000],
  [' 60.5 ', 6050],
  ['₹60.50', 6050],
  ['₹ 0', 0],
  ['1,000', 100_000],
  ['₹ 1,00,000.50', 10_000_050],
  ['१,०००', 100_000],
  ['Rs. 150', 15_000],
  ['150/-', 15_000],
  ['150.', 15_000],
  ['150 rupees', 15_000],
  ['\u200b5₹\u2800', 500],
])('%j is %j paise', (text, paise) => expect(paiseIn(text)).toBe(paise))

test('a refund leaves nothing, or enough for another one', () => {
  const all = { most: 14_160, left: 14_160 }
  expect(['141.60', '140.60', '140.61', '141.61', '1', '0.99'].map((text) => refundIn(text, all))).toEqual([
    14_160,
    14_060,
    null,
    null,
    100,
    null,
  ])
})

test('a refund is not above the limit of the person who gives it', () => {
  const staff = { most: 5000, left: 14_160 }
  expect(['50', '50.01', '49.99'].map((text) => refundIn(text, staff))).toEqual([5000, null, 4999])
})
