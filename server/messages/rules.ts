import { HOUR, SECOND } from '#contract/base/time.ts'

/** One try may take this long in total; then it times out and counts as failed. */
export const TRY = 10 * SECOND
/** No other worker tries a message for this long, so that a try is settled first. If a worker crashes, its messages wait this long. */
export const LEASE = 20 * SECOND

const MAX_TRIES = 5

/** Returns the first of a notice's channels that this installation has; null if it has none of them. */
export const channelFor = <C extends string>(preferred: readonly C[], open: readonly string[]): C | null =>
  preferred.find((channel) => open.includes(channel)) ?? null

/** True if another mail of this kind may go to the address: at most one per hour. `sent` holds the times of the earlier ones. */
export const mayTellAgain = (sent: readonly Date[], now: Date): boolean => sent.every((at) => now.getTime() - at.getTime() >= HOUR)

/** True once a message is older than the time to live of its notice, in ms. */
export const isStale = (timeToLive: number, createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > timeToLive

/** When to retry after `tries` tries: 2, 4, 8, 16 s later; null if there were enough. */
export const nextTry = (tries: number, now: Date): Date | null =>
  tries >= MAX_TRIES ? null : new Date(now.getTime() + 2 ** tries * SECOND)
