/** Makes a gate that lets so many tasks run at the same time; further ones queue in the order they came. */
export function fewAtATime(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    // Who waits is handed the place of the one that ends, so that nobody slips in between.
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
