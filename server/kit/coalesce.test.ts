import { expect, test } from 'vitest'
import { coalesceReads, coalesceRuns } from './coalesce.ts'

test('callers of the same key share one read and its refusal; another key has its own', async () => {
  let reads = 0
  const ask = coalesceReads(async (key) => {
    reads += 1
    if (key === 'bad') throw new Error('refused')
    return key
  })
  const asked = await Promise.allSettled(['a', 'bad', 'a', 'bad'].map(ask))
  expect(asked.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'a',
    'refused',
    'a',
    'refused',
  ])
  expect(reads).toBe(2)
})

test('all calls during a run cause one more run after it, and resolve when that has ended', async () => {
  const ends: (() => void)[] = []
  const run = coalesceRuns(
    () => new Promise<void>((resolve) => ends.push(resolve)),
    () => {},
  )
  let resolved = 0
  const calls = [run(), run(), run()].map((call) => call.then(() => (resolved += 1)))
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await new Promise((resume) => setImmediate(resume))
  expect([ends.length, resolved]).toEqual([2, 0])
  ends[1]?.()
  await Promise.all(calls)
  expect([ends.length, resolved]).toEqual([2, 3])
})

test('a run that fails is reported and does not keep the next from running', async () => {
  const errors: unknown[] = []
  let runs = 0
  const run = coalesceRuns(
    async () => {
      runs += 1
      if (runs === 1) throw new Error('away')
    },
    (error) => errors.push(error),
  )
  await Promise.all([run(), run()])
  expect(runs).toBe(2)
  expect(errors.map(String)).toEqual(['Error: away'])
})
