import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the fields of every object the other way round. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, reversed(part)]),
  )
}

test('the order of fields does not change the text, at any depth', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(reversed(value)) === canonicalJson(value)))
})

test('the text still has the whole value, so that different values have different texts', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isDeepStrictEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))))
})

test('an instant is its ISO text, and an absent value is null', () => {
  expect(canonicalJson({ b: new Date(0), a: undefined })).toBe('{"b":"1970-01-01T00:00:00.000Z"}')
  expect(canonicalJson(undefined)).toBe('null')
})
