/** As many keys as one read takes; the others go with the next one. */
const MOST_KEYS = 500

/**
 * Makes few reads out of many: keys that are asked for in the same moment, or while a read is under way, go into one read; a key that
 * many ask for goes once. What somebody gets was always read after they asked, and later reads never answer before earlier ones. A key
 * that the read does not know is undefined. Where a read fails, all who wait for it fail.
 */
export function gatherReads<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next = new Map<string, PromiseWithResolvers<Value | undefined>>()
  let running = false

  const run = async () => {
    while (next.size > 0) {
      const now = new Map([...next].slice(0, MOST_KEYS))
      next = new Map([...next].slice(MOST_KEYS))
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
    const asked = next.get(key) ?? Promise.withResolvers<Value | undefined>()
    next.set(key, asked)
    if (!running) {
      running = true
      // After what else has arrived in this turn of the loop.
      setImmediate(() => void run())
    }
    return asked.promise
  }
}

/** The same for a read of one key: who asks for a key in the same moment, or while it is being read, shares an answer or a refusal. */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const together = gatherReads(async (keys) => {
    const reads = new Map(keys.map((key) => [key, read(key)]))
    await Promise.allSettled(reads.values())
    return reads
  })
  return async (key) => (await together(key)) as Value
}
