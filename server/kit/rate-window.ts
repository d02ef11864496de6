import type { Clock } from './clock.ts'

/** The count of a key in its window, and in how many milliseconds the window ends (`ttl`). */
export interface WindowCount {
  current: number
  ttl: number
}

/** Keys that a limit remembers; each takes about 200 bytes. */
export const MOST_KEYS = 100_000

export interface RateWindow {
  /** Adds `by` (0 only reads) and returns the count of the window. */
  add(key: string, by: number): WindowCount
}

/**
 * Counts in the memory of one process. A window begins with the first count of its key. Beyond `most` keys it forgets the one whose window
 * began first. `now` is a monotonic time in milliseconds.
 */
export function rateWindow(windowMs: number, most: number, now: () => number = () => performance.now()): RateWindow {
  const windows = new Map<string, { count: number; ends: number }>()
  return {
    add(key, by) {
      const at = now()
      const known = windows.get(key)
      if (known && known.ends > at) {
        known.count += by
        return { current: known.count, ttl: known.ends - at }
      }
      // Deleted first, so that the map keeps the order in which windows began.
      windows.delete(key)
      if (by === 0) return { current: 0, ttl: windowMs }
      windows.set(key, { count: by, ends: at + windowMs })
      const oldest = windows.size > most ? windows.keys().next() : null
      if (oldest && !oldest.done) windows.delete(oldest.value)
      return { current: by, ttl: windowMs }
    },
  }
}

/** True for the first `most` of a key within the minute that the first one begins. */
export function limitPerMinute(clock: Clock, most: (key: string) => number): (key: string) => boolean {
  const window = rateWindow(60_000, MOST_KEYS, () => clock.now().getTime())
  return (key) => window.add(key, 1).current <= most(key)
}
