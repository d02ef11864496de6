import type { Clock } from '#server/kit/clock.ts'
import { limitPerMinute } from '#server/kit/rate-window.ts'

/** Counts the sockets of each address. */
export interface Crowd {
  /** True if the address may open one more socket now. */
  admits(address: string): boolean
  /** Counts an open socket of the address. Call the returned function when it closes. */
  enter(address: string): () => void
}

/**
 * At most `most` sockets of an address are open, and at most `most` begin within a minute. So if all are cut off at once, all may
 * reconnect. The guests of a mall share one address, so the number must fit a hall of phones and not a home.
 */
export function crowdOf(clock: Clock, most: number): Crowd {
  const open = new Map<string, number>()
  const begins = limitPerMinute(clock, () => most)
  return {
    admits: (address) => (open.get(address) ?? 0) < most && begins(address),
    enter(address) {
      open.set(address, (open.get(address) ?? 0) + 1)
      return () => {
        const left = (open.get(address) ?? 0) - 1
        if (left > 0) open.set(address, left)
        else open.delete(address)
      }
    },
  }
}
