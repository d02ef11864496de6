/** One read takes at most this many keys; the others go with the next one. */
const MOST_KEYS = 500
/** If this many callers wait for one read, it is a rush, and more are on their way. */
const RUSH = 3
/** In a rush a read begins at least this long (ms) after the one before. So one read serves hundreds of callers instead of a few. */
const RUSH_EVERY_MS = 30

/**
 * Batches many reads into few. Keys that are asked for at the same moment, or during a read, go into one read; a key that many ask for
 * goes once. Each value was read after its caller asked, and later reads never answer before earlier ones. The value of an unknown key is
 * undefined. If a read fails, it fails for all who wait for it. In a rush a caller waits at most `RUSH_EVERY_MS` longer; a single caller
 * who does not come just after a rush does not wait.
 */
export function batchReads<Value>(
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
      // Keys that did not fit have waited already.
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
      // After everything else that arrives in this turn of the event loop.
      setImmediate(() => void run())
    }
    return waiting.promise
  }
}

const rest = (ms: number): Promise<void> => (ms > 0 ? new Promise((resume) => setTimeout(resume, ms)) : Promise.resolve())
