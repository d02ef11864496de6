import type { Clock } from './clock.ts'

/** How often a key was counted in its window (`current`), and in how many milliseconds the window ends (`ttl`). */
export interface WindowCount {
  current: number
  ttl: number
}

/** Keys that a limit remembers; each takes about 200 bytes. */
export const MOST_KEYS = 100_000

/** Counts per key in windows, in the memory of one process. */
export interface RateWindow {
  /** Adds `by` (0 only reads) and returns the count of the window. */
  add(key: string, by: number): WindowCount
}

/**
 * Counts per key in windows of `windowMs`; a window begins with the first count of its key. It keeps at most `most` keys; beyond that it
 * forgets the key whose window began first. `now` is a monotonic time in milliseconds.
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

/** Makes a limit per key and minute: true for the first `most` of a key within the minute that the first one begins, false for others. */
export function limitPerMinute(clock: Clock, most: (key: string) => number): (key: string) => boolean {
  const window = rateWindow(60_000, MOST_KEYS, () => clock.now().getTime())
  return (key) => window.add(key, 1).current <= most(key)
}
