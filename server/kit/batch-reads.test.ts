import { expect, test, vi } from 'vitest'
import { batchReads } from './batch-reads.ts'

/** A read that the test ends by hand, one after the other. */
function reading(options?: { restInRush: number }) {
  const reads: { keys: string[]; end: (known?: boolean) => void; fail: (error: Error) => void }[] = []
  const read = (keys: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      const answer = `${reads.length + 1}`
      reads.push({ keys, end: (known = true) => resolve(new Map(known ? keys.map((key) => [key, `${key}${answer}`]) : [])), fail: reject })
    })
  return { reads, ask: batchReads(read, options) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one read answers all who ask at the same moment, each key once', async () => {
  const { reads, ask } = reading()
  const asked = Promise.all(['a', 'b', 'a', 'a'].map(ask))
  await turn()
  expect(reads.map(({ keys }) => keys)).toEqual([['a', 'b']])
  reads[0]?.end()
  expect(await asked).toEqual(['a1', 'b1', 'a1', 'a1'])
})

test('the next read, which begins after the question, answers those who ask during a read', async () => {
  const { reads, ask } = reading()
  const first = ask('a')
  await turn()
  const later = Promise.all([ask('a'), ask('b'), ask('a')])
  await turn()
  expect(reads).toHaveLength(1)
  reads[0]?.end()
  expect(await first).toBe('a1')
  await turn()
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']])
  reads[1]?.end()
  expect(await later).toEqual(['a2', 'b2', 'a2'])
})

test('keys beyond the limit of one read go with the next', async () => {
  const { reads, ask } = reading()
  const asked = Promise.all(Array.from({ length: 501 }, (_, i) => ask(`k${i}`)))
  await turn()
  reads[0]?.end()
  await turn()
  expect(reads.map(({ keys }) => keys.length)).toEqual([500, 1])
  reads[1]?.end()
  expect((await asked).at(-1)).toBe('k5002')
})

test('however many ask, the next read begins as soon as one ends', async () => {
  const { reads, ask } = reading()
  const first = Promise.all(['a', 'b', 'c', 'd'].map(ask))
  await turn()
  const later = Promise.all(['e', 'f', 'g', 'h'].map(ask))
  reads[0]?.end()
  await first
  await turn()
  expect(reads.map(({ keys }) => keys.length)).toEqual([4, 4])
  reads[1]?.end()
  await later
})

test('with a rest in a rush the next read waits for more keys, and a single one after it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const { reads, ask } = reading({ restInRush: 30 })
    const first = Promise.all(['a', 'b', 'a'].map(ask))
    await turn()
    reads[0]?.end()
    await first
    const later = [ask('d')]
    await turn()
    expect(reads).toHaveLength(1)
    later.push(ask('e'))
    await vi.advanceTimersByTimeAsync(50)
    expect(reads.map(({ keys }) => keys)).toEqual([
      ['a', 'b'],
      ['d', 'e'],
    ])
    reads[1]?.end()
    await Promise.all(later)
    const alone = ask('f')
    await turn()
    reads[2]?.end()
    expect(await alone).toBe('f3')
  } finally {
    vi.useRealTimers()
  }
})

test('a failed read rejects those who waited for it, and no later ones', async () => {
  const { reads, ask } = reading()
  const first = Promise.allSettled([ask('a'), ask('b')])
  await turn()
  const later = ask('a')
  reads[0]?.fail(new Error('away'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  reads[1]?.end()
  expect(await later).toBe('a2')
})

test('an unknown key is undefined', async () => {
  const { reads, ask } = reading()
  const asked = ask('a')
  await turn()
  reads[0]?.end(false)
  expect(await asked).toBeUndefined()
})
