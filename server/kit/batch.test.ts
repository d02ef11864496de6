import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batch } from './batch.ts'

/** A run that ends when the test says so, and the batches that it got. */
function slowRun() {
  const batches: number[][] = []
  let open: () => void = () => {}
  const run = async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => {
      open = resolve
    })
    return items.map((n) => n * 10)
  }
  return { batches, run, letGo: () => open() }
}

const turns = async (many: number) => {
  for (let i = 0; i < many; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
const never = () => false

describe('calls in batches', () => {
  test('a call that finds no other call runs at once and alone; calls during its run form the next batch, in order', async () => {
    const { batches, run, letGo } = slowRun()
    const call = batch(run, { most: 200, atOnce: 1, isFinal: never })
    const first = call(1)
    await turns(2)
    const others = Promise.all([call(2), call(3), call(4)])
    await turns(2)
    expect(batches).toEqual([[1]])
    letGo()
    expect(await first).toBe(10)
    await turns(3)
    expect(batches).toEqual([[1], [2, 3, 4]])
    letGo()
    expect(await others).toEqual([20, 30, 40])
  })

  test('no batch exceeds the limit, and each call runs once, in the order of arrival, in any rush', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (bursts, most, atOnce, passes) => {
          const batches: number[][] = []
          let underWay = 0
          const run = async (items: readonly number[], startNext: () => void) => {
            batches.push([...items])
            underWay += 1
            expect(underWay).toBeLessThanOrEqual(passes ? atOnce : 1)
            await turns(1)
            if (passes) startNext()
            await turns(2)
            underWay -= 1
            return items
          }
          const call = batch(run, { most, atOnce, isFinal: never })
          const answers: Promise<number>[] = []
          for (const burst of bursts) {
            for (let i = 0; i < burst; i += 1) answers.push(call(answers.length))
            await turns(1)
          }
          const expected = answers.map((_, i) => i)
          expect(await Promise.all(answers)).toEqual(expected)
          expect(batches.flat()).toEqual(expected)
          expect(batches.every((items) => items.length <= most)).toBe(true)
        },
      ),
    )
  })

  test('a batch that fails after it passed on is retried one by one, next to the next batch, and each call is answered once', async () => {
    const ran: string[] = []
    const call = batch(
      async (items: readonly number[], startNext) => {
        ran.push(items.join('+'))
        startNext()
        await turns(2)
        if (items.includes(2)) throw new Error(`no ${items.join('+')}`)
        return items.map((n) => n * 10)
      },
      { most: 3, atOnce: 2, isFinal: never },
    )
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(call))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      ...[10, 'Error: no 2', 30, 40, 50],
    ])
    expect(ran.toSorted()).toEqual(['1', '1+2+3', '2', '3', '4+5'])
  })

  test('the next batch begins when the one before passes on, and no more than `atOnce` run at once', async () => {
    const batches: { of: number[]; startNext: () => void; end: () => void }[] = []
    const call = batch(
      (items: readonly number[], startNext) =>
        new Promise<readonly number[]>((resolve) => batches.push({ of: [...items], startNext, end: () => resolve(items) })),
      { most: 1, atOnce: 2, isFinal: never },
    )
    const begun = async () => {
      await turns(3)
      return batches.map((items) => items.of)
    }
    const answers = [1, 2, 3].map(call)
    expect(await begun()).toEqual([[1]])
    batches[0]?.startNext()
    batches[0]?.startNext()
    expect(await begun()).toEqual([[1], [2]])
    batches[1]?.startNext()
    expect(await begun()).toEqual([[1], [2]])
    batches[0]?.end()
    expect(await begun()).toEqual([[1], [2], [3]])
    batches[2]?.end()
    batches[1]?.end()
    expect(await Promise.all(answers)).toEqual([1, 2, 3])
  })

  test('a call that fails is retried alone and does not fail the others', async () => {
    const batches: number[][] = []
    const run = async (items: readonly number[]) => {
      batches.push([...items])
      if (items.includes(2)) throw new Error('two')
      return items
    }
    const call = batch(run, { most: 200, atOnce: 1, isFinal: never })
    const answers = await Promise.allSettled([call(1), call(2), call(3)])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
    expect(await call(4)).toBe(4)
  })

  test('a batch that fails may run again in larger parts, and a part that fails again is rejected as a whole', async () => {
    const batches: string[] = []
    const run = async (items: readonly string[], _passOn: () => void, again: boolean) => {
      batches.push(`${items.join('+')}${again ? ' again' : ''}`)
      if (items.some((item) => item.startsWith('b'))) throw new Error('locked')
      return items
    }
    const call = batch(run, { most: 200, atOnce: 1, isFinal: never, apart: (item) => item.charAt(0) })
    const answers = await Promise.allSettled(['a1', 'b1', 'a2', 'b2', 'c1'].map(call))
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual(['a1+b1+a2+b2+c1', 'a1+a2 again', 'b1+b2 again', 'c1 again'])
  })

  test('if no further try can help, the whole batch is rejected at once', async () => {
    const batches: number[][] = []
    const run = async (items: readonly number[]): Promise<number[]> => {
      batches.push([...items])
      throw new Error('the database is gone')
    }
    const call = batch(run, { most: 200, atOnce: 1, isFinal: () => true })
    const answers = await Promise.allSettled([call(1), call(2)])
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
    expect(batches).toEqual([[1, 2]])
  })
})
