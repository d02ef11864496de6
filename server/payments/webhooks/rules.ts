import { DAY, HOUR, MINUTE, SECOND } from '#contract/base/time.ts'

/** Each pause is twice the one before. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2 * SECOND, 5 * MINUTE]
/** How long an event waits for its order: it may come before the order is stored. */
const WAIT_MS = HOUR

export const EVENTS_KEPT_MS = 90 * DAY

/** The first try counts as 1. */
export const nextTryAt = (now: Date, tries: number): Date =>
  new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20)))

/** True if the order of an event will not come any more. */
export const isOrphan = (receivedAt: Date, now: Date): boolean => now.getTime() - receivedAt.getTime() > WAIT_MS
