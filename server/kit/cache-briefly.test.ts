import { expect, test } from 'vitest'
import { cacheBriefly } from './cache-briefly.ts'

function kept(most = 10) {
  let at = 0
  let reads = 0
  let fails = false
  const read = cacheBriefly({ now: () => new Date(at) }, { forMs: 1000, most }, async (key) => {
    reads += 1
    if (fails) throw new Error('away')
    return `${key} ${reads}`
  })
  return { read, pass: (ms: number) => (at += ms), fail: (now: boolean) => (fails = now) }
}

test('a value that was read is returned again for a second, per key', async () => {
  const { read, pass } = kept()
  expect(await read('a')).toBe('a 1')
  pass(999)
  expect(await read('a')).toBe('a 1')
  expect(await read('b')).toBe('b 2')
  pass(1)
  expect(await read('a')).toBe('a 3')
})

test('a failure is not kept', async () => {
  const { read, fail } = kept()
  fail(true)
  await expect(read('a')).rejects.toThrow('away')
  fail(false)
  expect(await read('a')).toBe('a 2')
})

test('the oldest key is deleted if there are too many', async () => {
  const { read } = kept(2)
  for (const key of ['a', 'b', 'c']) await read(key)
  expect(await read('c')).toBe('c 3')
  expect(await read('a')).toBe('a 4')
})
