import { afterEach, describe, expect, test, vi } from 'vitest'
import { cutTo, lengthOf, lettersOf } from './letters.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(['with', 'without'])('%s a segmenter', (how) => {
  const prepare = () => {
    if (how === 'without') vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
  }

  test.each([
    ['श्रीं', how === 'with' ? 1 : 2],
    ['नि', 1],
    ['é', 1],
    ['e\u0301', 1],
    ['👩\u200d👩\u200d👧', 1],
    ['👍🏽', 1],
    ['🇮🇳', 1],
    ['❤\ufe0f', 1],
    ['Asha', 4],
    ['', 0],
  ])('%s counts as %i', (text, count) => {
    prepare()
    expect(lengthOf(text)).toBe(count)
    expect(lettersOf(text).join('')).toBe(text)
  })

  test('a cut keeps whole letters', () => {
    prepare()
    expect(cutTo('Ashaé👩\u200d👩\u200d👧!', 5)).toBe('Ashaé')
    expect(cutTo('a👩\u200d👩\u200d👧', 5)).toBe('a')
    expect(cutTo('कि कि', 4)).toBe('कि ')
    expect(cutTo('short', 30)).toBe('short')
  })
})
