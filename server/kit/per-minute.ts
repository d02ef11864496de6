import type { Clock } from './clock.ts'

/** Counts what comes by key and minute: true for the first `most` in a minute, false for what is beyond. Only the present minute is remembered. */
export function perMinute(clock: Clock, most: number): (key: string) => boolean {
  let minute = Number.NaN
  let counts = new Map<string, number>()
  return (key) => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) counts = new Map()
    minute = now
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  }
}
