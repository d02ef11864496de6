/** More keys go with the next read. */
const MOST_KEYS = 500
/** If this many callers wait for one read, it is a rush, and more are on their way. */
const RUSH = 3

/**
 * Keys that are asked for at the same moment, or during a read, go into one read, each once. Each value was read after its caller asked,
 * and later reads never answer before earlier ones. The value of an unknown key is undefined. If a read fails, it fails for all who wait
 * for it.
 *
 * Callers wait only for reads in flight, unless `restInRush` (ms) is given. Then, in a rush, a read begins at least that long after the one
 * before. So it serves hundreds of callers instead of a few. That is for messages that no one has asked for, never for requests.
 */
export function batchReads<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
  { restInRush = 0 }: { restInRush?: number } = {},
): (key: string) => Promise<Value | undefined> {
  let next = new Map<string, PromiseWithResolvers<Value | undefined>>()
  let asked = 0
  let running = false
  let restUntil = 0

  const run = async () => {
    let hasLeft = false
    while (next.size > 0) {
      // Keys that did not fit have waited already.
      if (!hasLeft) await rest(restUntil - performance.now())
      const now = new Map([...next].slice(0, MOST_KEYS))
      next = new Map([...next].slice(MOST_KEYS))
      hasLeft = next.size > 0
      restUntil = asked >= RUSH && !hasLeft ? performance.now() + restInRush : 0
      asked = 0
      try {
        const found = await read([...now.keys()])
        for (const [key, { resolve }] of now) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of now.values()) reject(error)
      }
    }
    running = false
  }

  return (key) => {
    const waiting = next.get(key) ?? Promise.withResolvers<Value | undefined>()
    next.set(key, waiting)
    asked += 1
    if (!running) {
      running = true
      void run()
    }
    return waiting.promise
  }
}

/** At least a turn of the event loop: everything that has arrived by now goes into the same read. */
const rest = (ms: number): Promise<void> => new Promise((resume) => (ms > 0 ? setTimeout(resume, ms) : setImmediate(resume)))
