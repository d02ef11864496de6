/** Makes a gate that lets at most `most` tasks run at the same time; further tasks queue in the order in which they came. */
export function limit(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    // A waiting task takes over the place of the task that ends, so that no new task can take it first.
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

/**
 * Makes a limit of one piece of work at a time for each key; nothing waits. Returns the function that ends the piece, or null if the key has one
 * already. Ending a piece twice changes nothing.
 */
export function oneAtATime(): (key: string) => (() => void) | null {
  const held = new Map<string, symbol>()
  return (key) => {
    if (held.has(key)) return null
    const piece = Symbol(key)
    held.set(key, piece)
    return () => {
      if (held.get(key) === piece) held.delete(key)
    }
  }
}

/** The caller of a fair limit: pieces of work count per `asker`, and each `group` gets its turn. */
interface Asker {
  asker: string
  group: string
}

/**
 * Makes a limit of one piece of work at a time, in turns between groups. If a group asks for a hundred pieces, the single piece of another
 * group comes next. Returns null instead of a promise if the asker already has `perAsker` pieces waiting or running, or all askers together
 * have `inAll`.
 */
export function fairLimit({
  perAsker,
  inAll,
}: {
  perAsker: number
  inAll: number
}): <T>(who: Asker, work: () => Promise<T>) => Promise<T> | null {
  /** The groups that wait; the first one has the next turn. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const held = new Map<string, number>()
  let all = 0
  const oneByOne = limit(1)

  /** Runs the next piece. Each piece enters the limit once, and only here is it known which one is next. */
  const runNext = async () => {
    const next = waiting.entries().next()
    if (next.done) return
    const [group, pieces] = next.value
    await pieces.shift()?.()
    // behind all other groups, with the pieces that it has added in the meantime
    waiting.delete(group)
    if (pieces.length > 0) waiting.set(group, pieces)
  }

  return <T>({ asker, group }: Asker, work: () => Promise<T>) => {
    const mine = held.get(asker) ?? 0
    if (mine >= perAsker || all >= inAll) return null
    held.set(asker, mine + 1)
    all += 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const piece = () =>
      work()
        .then(resolve, reject)
        .finally(() => {
          all -= 1
          const left = (held.get(asker) ?? 1) - 1
          if (left > 0) held.set(asker, left)
          else held.delete(asker)
        })
    const pieces = waiting.get(group)
    if (pieces) pieces.push(piece)
    else waiting.set(group, [piece])
    void oneByOne(runNext)
    return promise
  }
}
