import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

/** A run that ends when the test says so, and what it was asked to do. */
function slowRun() {
  const groups: number[][] = []
  let open: () => void = () => {}
  const run = async (group: readonly number[]) => {
    groups.push([...group])
    await new Promise<void>((resolve) => {
      open = resolve
    })
    return group.map((n) => n * 10)
  }
  return { groups, run, letGo: () => open() }
}

const turns = async (many: number) => {
  for (let i = 0; i < many; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
const never = () => false

describe('calls in groups', () => {
  test('a call that finds nobody before it runs at once and alone; what arrives meanwhile forms the next group, in order', async () => {
    const { groups, run, letGo } = slowRun()
    const call = inGroups(run, { most: 200, abreast: 1, hopeless: never })
    const first = call(1)
    await turns(2)
    const others = Promise.all([call(2), call(3), call(4)])
    await turns(2)
    expect(groups).toEqual([[1]])
    letGo()
    expect(await first).toBe(10)
    await turns(3)
    expect(groups).toEqual([[1], [2, 3, 4]])
    letGo()
    expect(await others).toEqual([20, 30, 40])
  })

  test('no group is larger than the most, and each call is run once, in the order of its coming, whatever the rush', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (bursts, most, abreast, passes) => {
          const groups: number[][] = []
          let underWay = 0
          const run = async (group: readonly number[], passOn: () => void) => {
            groups.push([...group])
            underWay += 1
            expect(underWay).toBeLessThanOrEqual(passes ? abreast : 1)
            await turns(1)
            if (passes) passOn()
            await turns(2)
            underWay -= 1
            return group
          }
          const call = inGroups(run, { most, abreast, hopeless: never })
          const answers: Promise<number>[] = []
          for (const burst of bursts) {
            for (let i = 0; i < burst; i += 1) answers.push(call(answers.length))
            await turns(1)
          }
          const expected = answers.map((_, i) => i)
          expect(await Promise.all(answers)).toEqual(expected)
          expect(groups.flat()).toEqual(expected)
          expect(groups.every((group) => group.length <= most)).toBe(true)
        },
      ),
    )
  })

  test('a group that fails after it passed on is tried one by one, beside the next group, and each call is answered once', async () => {
    const ran: string[] = []
    const call = inGroups(
      async (group: readonly number[], passOn) => {
        ran.push(group.join('+'))
        passOn()
        await turns(2)
        if (group.includes(2)) throw new Error(`no ${group.join('+')}`)
        return group.map((n) => n * 10)
      },
      { most: 3, abreast: 2, hopeless: never },
    )
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(call))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      ...[10, 'Error: no 2', 30, 40, 50],
    ])
    expect(ran.toSorted()).toEqual(['1', '1+2+3', '2', '3', '4+5'])
  })

  test('the next group begins when the one before passes on, and no more of them than may go abreast', async () => {
    const groups: { of: number[]; passOn: () => void; end: () => void }[] = []
    const call = inGroups(
      (group: readonly number[], passOn) =>
        new Promise<readonly number[]>((resolve) => groups.push({ of: [...group], passOn, end: () => resolve(group) })),
      { most: 1, abreast: 2, hopeless: never },
    )
    const begun = async () => {
      await turns(3)
      return groups.map((group) => group.of)
    }
    const answers = [1, 2, 3].map(call)
    expect(await begun()).toEqual([[1]])
    groups[0]?.passOn()
    groups[0]?.passOn()
    expect(await begun()).toEqual([[1], [2]])
    groups[1]?.passOn()
    expect(await begun()).toEqual([[1], [2]])
    groups[0]?.end()
    expect(await begun()).toEqual([[1], [2], [3]])
    groups[2]?.end()
    groups[1]?.end()
    expect(await Promise.all(answers)).toEqual([1, 2, 3])
  })

  test('one that fails is tried alone and takes no other with it', async () => {
    const groups: number[][] = []
    const run = async (group: readonly number[]) => {
      groups.push([...group])
      if (group.includes(2)) throw new Error('two')
      return group
    }
    const call = inGroups(run, { most: 200, abreast: 1, hopeless: never })
    const answers = await Promise.allSettled([call(1), call(2), call(3)])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(groups).toEqual([[1, 2, 3], [1], [2], [3]])
    expect(await call(4)).toBe(4)
  })

  test('where no further try can help, everybody of the group is told at once', async () => {
    const groups: number[][] = []
    const run = async (group: readonly number[]): Promise<number[]> => {
      groups.push([...group])
      throw new Error('the database is gone')
    }
    const call = inGroups(run, { most: 200, abreast: 1, hopeless: () => true })
    const answers = await Promise.allSettled([call(1), call(2)])
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
    expect(groups).toEqual([[1, 2]])
  })
})
