import { expect, test } from 'vitest'
import { hints } from './hints.ts'

test('a hint is the last value of its key, and the oldest one goes', () => {
  const kept = hints<string>(2)
  expect(kept.get('a')).toBeUndefined()
  kept.set('a', '1')
  kept.set('b', '2')
  kept.set('a', '3')
  expect(kept.get('a')).toBe('3')
  kept.set('c', '4')
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['3', undefined, '4'])
})
