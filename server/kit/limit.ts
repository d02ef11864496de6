/** Thrown if so much work is waiting that one more piece would only make everyone wait longer. */
export class QueueFull extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFull'
  }
}

/**
 * At most `most` tasks run at the same time; further ones queue in the order in which they came. Throws `QueueFull` while `queue` tasks
 * wait.
 */
export function limit(most: number, queue = Number.POSITIVE_INFINITY): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    // A waiting task takes over the place of the task that ends: no new task can take it first.
    if (running < most) running += 1
    else if (waiting.length < queue) await new Promise<void>((go) => waiting.push(go))
    else throw new QueueFull()
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** How many of something each key has now, such as open sockets of an address. A key without any takes no memory. */
export interface Counts {
  of(key: string): number
  /** Counts one more until the returned function is called. A second call of it changes nothing. */
  add(key: string): () => void
}

export function counts(): Counts {
  const all = new Map<string, number>()
  const of = (key: string) => all.get(key) ?? 0
  return {
    of,
    add(key) {
      all.set(key, of(key) + 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        if (of(key) > 1) all.set(key, of(key) - 1)
        else all.delete(key)
      }
    },
  }
}

/** Pieces of work count per `asker`, and each `group` gets its turn. */
interface Asker {
  asker: string
  group: string
}

/**
 * One piece of work at a time, in turns between groups: if one asks for a hundred pieces, the single piece of another comes next. Returns
 * null instead of a promise if the asker already has `most` pieces waiting or running, or all askers together have `inAll`.
 */
export function fairLimit({ most, inAll }: { most: number; inAll: number }): <T>(who: Asker, work: () => Promise<T>) => Promise<T> | null {
  /** The groups that wait; the first one has the next turn. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const held = counts()
  let all = 0
  const oneByOne = limit(1)

  /** Each piece enters the limit once, and only here is it known which one is next. */
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
    if (held.of(asker) >= most || all >= inAll) return null
    const leave = held.add(asker)
    all += 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const piece = () =>
      work()
        .then(resolve, reject)
        .finally(() => {
          all -= 1
          leave()
        })
    const pieces = waiting.get(group)
    if (pieces) pieces.push(piece)
    else waiting.set(group, [piece])
    void oneByOne(runNext)
    return promise
  }
}
