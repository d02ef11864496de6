import { expect, test } from 'vitest'
import { counts, fairLimit, limit, QueueFull } from './limit.ts'

test('no more than `most` tasks run at once; the others queue in order, and a failure frees its place', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const two = limit(2)
  const task = (n: number) =>
    two(() => {
      begun.push(n)
      return new Promise<number>((resolve, reject) => ends.push(() => (n === 1 ? reject(new Error('torn')) : resolve(n))))
    })
  const answers = Promise.allSettled([1, 2, 3, 4].map(task))
  expect(begun).toEqual([1, 2])
  for (const expected of [
    [1, 2, 3],
    [1, 2, 3, 4],
  ]) {
    ends.shift()?.()
    await new Promise((resume) => setImmediate(resume))
    expect(begun).toEqual(expected)
  }
  for (const end of ends) end()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

test('a task is refused while the queue is full, and the next one may wait again', async () => {
  const one = limit(1, 1)
  const ends: (() => void)[] = []
  const task = () => one(() => new Promise<void>((resolve) => ends.push(resolve)))
  const [first, second] = [task(), task()]
  await expect(task()).rejects.toThrow(QueueFull)
  ends.shift()?.()
  await first
  const third = task()
  ends.shift()?.()
  await second
  ends.shift()?.()
  await expect(third).resolves.toBeUndefined()
})

test('each key is counted until it leaves, and leaving twice counts once', () => {
  const open = counts()
  const [leave, leaveToo] = [open.add('asha'), open.add('asha')]
  expect([open.of('asha'), open.of('ravi')]).toEqual([2, 0])
  leave()
  leave()
  expect(open.of('asha')).toBe(1)
  leaveToo()
  expect(open.of('asha')).toBe(0)
})

/** Work that ends when the test says so, and the order in which it began. */
function workshop(limits = { most: 10, inAll: 100 }) {
  const turn = fairLimit(limits)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (group: string, name: string, asker = group) =>
    turn({ asker, group }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resume) => setImmediate(resume))
  }
  return { ask, begun, endOne }
}

test('one piece is done at a time, and groups take turns', async () => {
  const { ask, begun, endOne } = workshop()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  ask('b', 'b1')
  expect(begun).toEqual(['a1'])
  for (let i = 0; i < 4; i += 1) await endOne()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('an asker at the limit is refused until one piece is done; other askers are not refused', async () => {
  const { ask, endOne } = workshop({ most: 2, inAll: 100 })
  const first = ask('a', '1')
  ask('a', '2')
  expect(ask('a', '3')).toBe(null)
  expect(ask('a', '3', 'a colleague')).not.toBe(null)
  await endOne()
  expect(await first).toBe('1')
  expect(ask('a', '3')).not.toBe(null)
})

test('the total is limited too, and a failure frees its place', async () => {
  const turn = fairLimit({ most: 5, inAll: 1 })
  const who = { asker: 'a', group: 'a' }
  const fails = turn(who, () => Promise.reject(new Error('torn')))
  expect(turn({ asker: 'b', group: 'b' }, async () => 1)).toBe(null)
  await expect(fails).rejects.toThrow('torn')
  expect(await turn(who, async () => 1)).toBe(1)
})
