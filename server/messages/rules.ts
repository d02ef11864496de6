import { HOUR, SECOND } from '#contract/base/time.ts'

/** A try times out after this and counts as failed. */
export const TRY = 10 * SECOND
/** No other worker tries a message for this long, so that a try is settled first. The messages of a crashed worker wait this long. */
export const LEASE = 20 * SECOND

const MAX_TRIES = 5

/** Null if this installation has none of the channels. */
export const channelFor = <C extends string>(preferred: readonly C[], open: readonly string[]): C | null =>
  preferred.find((channel) => open.includes(channel)) ?? null

/** At most one mail of a kind per hour and address. `sent` has the times of the earlier ones. */
export const mayTellAgain = (sent: readonly Date[], now: Date): boolean => sent.every((at) => now.getTime() - at.getTime() >= HOUR)

export const isStale = (timeToLive: number, createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() > timeToLive

/** Retries come 2, 4, 8 and 16 s later; null after `MAX_TRIES` tries. */
export const nextTry = (tries: number, now: Date): Date | null =>
  tries >= MAX_TRIES ? null : new Date(now.getTime() + 2 ** tries * SECOND)
