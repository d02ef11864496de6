import type { Clock } from '../kit/clock.ts'
import { perMinute } from '../kit/per-minute.ts'

/** How many sockets come from each address. */
export interface Crowd {
  /** True where one more may come from the address now. */
  admits(address: string): boolean
  /** Counts an open socket of the address; the answer counts it off again. */
  enter(address: string): () => void
}

/**
 * At most `most` sockets of an address are open, and as many begin within a minute: whoever all lost theirs may all come back. The
 * guests of a mall share one address, so the number is that of a hall of phones and not of a home.
 */
export function crowdOf(clock: Clock, most: number): Crowd {
  const open = new Map<string, number>()
  const begins = perMinute(clock, most)
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
