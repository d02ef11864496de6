import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeId, MAX_PARAM_LENGTH, RESERVED_SEGMENTS } from './ids.ts'

describe('an id', () => {
  test.each(['phoenix-cafe', 'lotus-books', 'royal-sarees', 'phoenix-mall', 'a', '7'])('can be %s', (segment) => {
    expect(canBeId(segment)).toBe(true)
  })

  test('can be any generated id: 20 characters of a to z and 0 to 9', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{20}$/), (segment) => {
        expect(canBeId(segment)).toBe(true)
      }),
    )
    const likeGenerated = [...RESERVED_SEGMENTS].filter((word) => /^[a-z0-9]{20}$/.test(word))
    expect(likeGenerated, 'a generated id can never be a word of the product').toEqual([])
  })

  test('cannot be a word that the product uses itself', () => {
    expect([...RESERVED_SEGMENTS].filter(canBeId)).toEqual([])
    expect([...RESERVED_SEGMENTS]).toEqual(
      expect.arrayContaining(['api', 'health', 'version', 'countdown', 'display', 'static', 'socket.io', 'sw.js', '.well-known']),
    )
  })

  test('must have only small letters, digits and hyphens, at most 64 in all, and must not begin with a hyphen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (segment) => {
        const shaped = segment.length >= 1 && segment.length <= 64 && !/[^a-z0-9-]/.test(segment) && !segment.startsWith('-')
        expect(canBeId(segment)).toBe(shaped && !RESERVED_SEGMENTS.has(segment))
      }),
    )
    for (const segment of ['', 'Phoenix', 'a/b', 'a.b', '..', 'café', 'a\n', '%41', '-a', 'a'.repeat(65)])
      expect(canBeId(segment), segment).toBe(false)
    expect(canBeId('a'.repeat(64))).toBe(true)
    expect(MAX_PARAM_LENGTH).toBeGreaterThanOrEqual(64)
  })
})
