import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'

/**
 * The times count from the opening of an order. A browser or a webhook may never come. The bank of a late payment decides within five days.
 */
const CHECKS_AFTER_MS = [
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  // Cashfree begins no payment after its 17 minutes.
  18 * MINUTE,
  HOUR,
  DAY,
  3 * DAY,
  6 * DAY,
]

/** The shortest and longest pause after a check that failed, and how long such an order is asked for again. */
const [LEAST_PAUSE_MS, MOST_PAUSE_MS, RETRY_UNTIL_MS] = [MINUTE, HOUR, 10 * DAY]

export const firstCheckAt = (openedAt: Date): Date => new Date(openedAt.getTime() + (CHECKS_AFTER_MS[0] ?? 0))

/** Null if nothing more is expected. Checks that were missed are not made up. */
export function nextCheckAt(openedAt: Date, now: Date): Date | null {
  const after = CHECKS_AFTER_MS.find((ms) => openedAt.getTime() + ms > now.getTime())
  return after === undefined ? null : new Date(openedAt.getTime() + after)
}

/**
 * A quarter of the order's age after `now`, and never later than its next check. Null once the vendor has not answered for days after the
 * last check.
 */
export function retryAt(openedAt: Date, now: Date): Date | null {
  const age = now.getTime() - openedAt.getTime()
  if (age > RETRY_UNTIL_MS) return null
  const pause = now.getTime() + Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, age / 4))
  return new Date(Math.min(pause, nextCheckAt(openedAt, now)?.getTime() ?? pause))
}
