import { AsyncLocalStorage } from 'node:async_hooks'

interface Waiting<T, R> {
  item: T
  resolve(result: R): void
  reject(error: unknown): void
}

/**
 * Runs calls of one kind in batches. Calls that arrive while a batch is in flight form the next one, in their order, at most `most`.
 * Without other calls, a call runs at once, alone or with those of the same turn of the event loop.
 *
 * `run` returns a result for each item, in order. With `startNext` it lets the next batch begin before its own end; at most `atOnce`
 * batches run at once. If `run` throws, it must have changed nothing. Then the batch runs again in parts (`again`), so that the item at
 * fault does not fail the others. `apart` says in which parts; the default is each item alone. The whole batch is rejected if there is only
 * one part, or if `isFinal` says that no further try can help.
 */
export function batch<T, R>(
  run: (items: readonly T[], startNext: () => void, again: boolean) => Promise<readonly R[]>,
  {
    most,
    atOnce,
    isFinal,
    apart = () => 'alone',
  }: {
    most: number
    atOnce: number
    isFinal: (error: unknown) => boolean
    /** Items with the same key form a part; `alone` makes an item a separate part. */
    apart?: (item: T, error: unknown) => string
  },
): (item: T) => Promise<R> {
  // The batch belongs to none of its callers: it must not run in the transaction or the log context of the first one.
  const outside = AsyncLocalStorage.snapshot()
  const waiting: Waiting<T, R>[] = []
  let underWay = 0
  /** True while the newest batch keeps the next one from beginning. */
  let isBlocked = false

  const settle = async (calls: readonly Waiting<T, R>[], startNext: () => void, again: boolean): Promise<void> => {
    try {
      const results = await run(
        calls.map(({ item }) => item),
        startNext,
        again,
      )
      if (results.length !== calls.length) throw new Error(`A batch of ${calls.length} got ${results.length} results.`)
      for (const [i, one] of calls.entries()) one.resolve(results[i] as R)
    } catch (error) {
      const parts = partsOf(calls, ({ item }) => apart(item, error))
      if (parts.length === 1 || isFinal(error)) {
        for (const one of calls) one.reject(error)
        return
      }
      for (const part of parts) await settle(part, () => {}, true)
    }
  }

  const beginNext = (): void => {
    if (isBlocked || underWay === atOnce || waiting.length === 0) return
    isBlocked = true
    underWay += 1
    let passed = false
    const startNext = () => {
      if (passed) return
      passed = true
      isBlocked = false
      beginNext()
    }
    const turn = async (): Promise<void> => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      await settle(waiting.splice(0, most), startNext, false)
      underWay -= 1
      startNext()
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

/** The parts are in the order of their first items. */
function partsOf<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const parts = new Map<string | number, T[]>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item)
    const part = key === 'alone' ? i : key
    parts.set(part, [...(parts.get(part) ?? []), item])
  }
  return [...parts.values()]
}
