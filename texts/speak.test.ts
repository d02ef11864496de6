import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speak } from './speak.ts'

const texts = {
  plain: 'Buy Cart',
  token: 'Token {number} at {shop}',
  twice: '{name}, {name}!',
  waiting: { one: '{count} person waiting', other: '{count} people waiting' },
} as const
const say = speak<typeof texts>('en', texts)
const inHindi = speak<typeof texts>('hi', texts)

describe('a message', () => {
  test('is returned unchanged, and with its values inserted', () => {
    expect(say('plain')).toBe('Buy Cart')
    expect(say('token', { number: 7, shop: 'Phoenix Café' })).toBe('Token 7 at Phoenix Café')
    expect(say('twice', { name: 'Asha' })).toBe('Asha, Asha!')
  })

  test('chooses its form by the count and the rules of the language', () => {
    expect([0, 1, 2].map((count) => say('waiting', { count }))).toEqual(['0 people waiting', '1 person waiting', '2 people waiting'])
    expect([0, 1, 2].map((count) => inHindi('waiting', { count }))).toEqual(['0 person waiting', '1 person waiting', '2 people waiting'])
  })

  test('inserts each value literally, whatever it contains', () => {
    expect(say('token', { number: '{shop}', shop: '$& $1 {number}' })).toBe('Token {shop} at $& $1 {number}')
    fc.assert(
      fc.property(fc.string(), fc.string(), (number, shop) => {
        expect(say('token', { number, shop })).toBe(`Token ${number} at ${shop}`)
      }),
    )
  })
})
