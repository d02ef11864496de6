import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeId } from '#contract/base/ids.ts'
import { slugFrom } from './slugs.ts'

describe('The slug of a name', () => {
  test.each([
    ['Shetty Silks', 'shetty-silks'],
    ['Café Crème & Co.', 'cafe-creme-and-co'],
    ["Dominic's Pizza", 'dominics-pizza'],
    ['McDonald’s', 'mcdonalds'],
    ['शेट्टी सिल्क्स', 'setti-silks'],
    ['24×7', '24-7'],
    ['Shop', 'shop-1'],
    ['Countdown', 'countdown-1'],
    ['The very long name of a shop that sells everything', 'the-very-long-name-of-a-shop-that-sells'],
    ['!!!', null],
  ])('%s → %s', (name, slug) => {
    expect(slugFrom(name)).toBe(slug)
  })

  test('can be the first segment of an address, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
        const slug = slugFrom(name)
        expect(slug === null || (canBeId(slug) && slug.length <= 42)).toBe(true)
      }),
    )
  })
})
