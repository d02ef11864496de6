/** As many keys as one read takes; the others go with the next one. */
const MOST_KEYS = 500
/** So many who wait for one read have come in a rush, and more of them are on their way. */
const RUSH = 3
/** In a rush a read begins this long after the one before, at the earliest: it answers hundreds, instead of a few. */
const RUSH_EVERY_MS = 30

/**
 * Makes few reads out of many: keys that are asked for in the same moment, or while a read is under way, go into one read; a key that
 * many ask for goes once. What somebody gets was always read after they asked, and later reads never answer before earlier ones. A key
 * that the read does not know is undefined. Where a read fails, all who wait for it fail. In a rush nobody waits longer for it than
 * `RUSH_EVERY_MS` more; who comes alone, and not just after a rush, does not wait.
 */
export function gatherReads<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next = new Map<string, PromiseWithResolvers<Value | undefined>>()
  let asked = 0
  let running = false
  let restUntil = 0

  const run = async () => {
    while (next.size > 0) {
      await rest(restUntil - performance.now())
      const now = new Map([...next].slice(0, MOST_KEYS))
      next = new Map([...next].slice(MOST_KEYS))
      // What did not fit has waited already.
      restUntil = asked >= RUSH && next.size === 0 ? performance.now() + RUSH_EVERY_MS : 0
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
      // After what else has arrived in this turn of the loop.
      setImmediate(() => void run())
    }
    return waiting.promise
  }
}

const rest = (ms: number): Promise<void> => (ms > 0 ? new Promise((resume) => setTimeout(resume, ms)) : Promise.resolve())

/** The same for a read of one key: who asks for a key in the same moment, or while it is being read, shares an answer or a refusal. */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const together = gatherReads(async (keys) => {
    const reads = new Map(keys.map((key) => [key, read(key)]))
    await Promise.allSettled(reads.values())
    return reads
  })
  return async (key) => (await together(key)) as Value
}
