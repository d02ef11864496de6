import { describe, expect, test } from 'vitest'
import { type Locale, localeFrom, locales, nextLocale } from './locale.ts'

describe('the languages', () => {
  test('the switch of a page leads through all of them and back', () => {
    const visited: Locale[] = []
    for (let locale = locales[0] as Locale; !visited.includes(locale); locale = nextLocale(locale)) visited.push(locale)
    expect(visited.toSorted()).toEqual(locales.toSorted())
  })

  test('a text that names none of them is English', () => {
    expect(['hi', 'HI', 'mr', '', undefined].map(localeFrom)).toEqual(['hi', 'hi', 'en', 'en', 'en'])
  })
})
