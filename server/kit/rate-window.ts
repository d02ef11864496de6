import type { Clock } from './clock.ts'

/** How often a key was counted in its window (`current`), and in how many milliseconds the window ends (`ttl`). */
export interface Counted {
  current: number
  ttl: number
}

/** Counts per key in windows, in the memory of one process. */
export interface RateWindow {
  /** Adds `by` (0 only reads) and returns the count of the window. */
  add(key: string, by: number): Counted
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

/**
 * Limits calls by key and minute of the clock. Returns true for the first `most` of a key in a minute, false for the others. Only the current
 * minute is remembered.
 */
export function limitPerMinute(clock: Clock, most: (key: string) => number): (key: string) => boolean {
  let minute = Number.NaN
  let counts = new Map<string, number>()
  return (key) => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) counts = new Map()
    minute = now
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most(key)
  }
}
