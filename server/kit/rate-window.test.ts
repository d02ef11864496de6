import { expect, test } from 'vitest'
import { rateWindow } from './rate-window.ts'

test('a window counts its key until it ends; a look counts nothing', () => {
  let now = 0
  const counts = rateWindow(60, 10, () => now)
  expect(counts.add('a', 0)).toEqual({ current: 0, ttl: 60 })
  expect(counts.add('a', 1)).toEqual({ current: 1, ttl: 60 })
  now = 20
  expect(counts.add('a', 1)).toEqual({ current: 2, ttl: 40 })
  expect(counts.add('b', 1)).toEqual({ current: 1, ttl: 60 })
  expect(counts.add('a', 0)).toEqual({ current: 2, ttl: 40 })
  now = 60
  expect(counts.add('a', 0)).toEqual({ current: 0, ttl: 60 })
})

test('if there are too many keys, the one whose window began first is forgotten', () => {
  const counts = rateWindow(60, 2, () => 0)
  for (const key of ['a', 'b', 'c']) counts.add(key, 1)
  expect(counts.add('a', 0).current).toBe(0)
  expect(counts.add('b', 0).current).toBe(1)
  expect(counts.add('c', 0).current).toBe(1)
})
