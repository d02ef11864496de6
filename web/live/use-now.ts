import { useEffect, useState } from 'react'
import { secondsLeft } from '#contract/base/time.ts'

/** The next instant at which a view changes, in epoch ms; infinity if it never does. */
type Next = (now: number) => number

/** The longest wait of a browser timer, in ms. */
const LONGEST_MS = 2_147_000_000

/**
 * In epoch ms by `clock`. Renders again at each next instant. The server renders with a clock of its own, so the first render of a page is
 * the same in the browser.
 */
export function useNow(clock: () => number, next: Next): number {
  const [, tick] = useState(0)
  const now = clock()
  // After each render: the view, its instants and even the clock may have changed.
  useEffect(() => {
    const wait = next(now) - clock()
    if (wait === Number.POSITIVE_INFINITY) return
    // 10 ms later, so that a timer that fires early does not find the old moment.
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(Math.max(wait, 0) + 10, LONGEST_MS))
    return () => clearTimeout(timer)
  })
  return now
}

/** Each of these instants. */
export const atInstants =
  (...instants: readonly (number | null | undefined)[]): Next =>
  (now) =>
    Math.min(...instants.filter((one) => one != null && one > now).map(Number))

/** Each full `ms` of the clock, so that all screens of a hall change together. */
export const each =
  (ms: number): Next =>
  (now) =>
    now - (now % ms) + ms

/** What is left until `end` in whole steps of `ms`: each change of it. */
export const eachUntil =
  (end: number | null | undefined, ms: number): Next =>
  (now) =>
    end == null || end <= now ? Number.POSITIVE_INFINITY : end - (Math.ceil((end - now) / ms) - 1) * ms

/** Whole seconds, renewed with each second; 0 without a countdown. */
export function useSecondsLeft(clock: () => number, countdown: { startTime: number; duration: number } | null): number {
  const now = useNow(clock, eachUntil(countdown && countdown.startTime + countdown.duration * 1000, 1000))
  return countdown === null ? 0 : secondsLeft(countdown, now)
}
