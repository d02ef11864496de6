import { AsyncLocalStorage } from 'node:async_hooks'

interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * Makes a gate that runs equal calls together: what arrives while a group is under way forms the next one, in the order it came, at most
 * `most` at a time. A call that finds nobody before it runs at once, alone or with those of the same turn of the event loop. `run` answers
 * its group item by item, in order; by `passOn` it lets the next group begin before its own end, `abreast` of them at most. If it throws,
 * nothing of it may have happened: each item of the group is then run alone, so that the one at fault does not take the others with it;
 * where `hopeless` says that no further try can help, all of them are told at once.
 */
export function inGroups<T, R>(
  run: (group: readonly T[], passOn: () => void) => Promise<readonly R[]>,
  { most, abreast, hopeless }: { most: number; abreast: number; hopeless: (error: unknown) => boolean },
): (item: T) => Promise<R> {
  // The group belongs to none of its callers: a transaction or a log context of the first one must not be the group's.
  const outside = AsyncLocalStorage.snapshot()
  const waiting: Waiting<T, R>[] = []
  let underWay = 0
  /** Whether the newest group still keeps the next one from beginning. */
  let held = false

  const settle = async (group: readonly Waiting<T, R>[], passOn: () => void): Promise<void> => {
    try {
      const results = await run(
        group.map(({ item }) => item),
        passOn,
      )
      if (results.length !== group.length) throw new Error(`A group of ${group.length} was answered with ${results.length} results.`)
      for (const [i, one] of group.entries()) one.resolve(results[i] as R)
    } catch (error) {
      if (group.length === 1 || hopeless(error)) {
        for (const one of group) one.reject(error)
        return
      }
      for (const one of group) await settle([one], () => {})
    }
  }

  const beginNext = (): void => {
    if (held || underWay === abreast || waiting.length === 0) return
    held = true
    underWay += 1
    let passed = false
    const passOn = () => {
      if (passed) return
      passed = true
      held = false
      beginNext()
    }
    const turn = async (): Promise<void> => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      await settle(waiting.splice(0, most), passOn)
      underWay -= 1
      passOn()
      beginNext()
    }
    outside(() => void turn())
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      beginNext()
    })
}
