/** The server's clock as this browser knows it: countdowns agree on every screen, however wrong a browser's own clock is. */
export interface Clock {
  /** Epoch ms by the server's clock; the result of `before` until that is known. */
  now: () => number
  /** Learns from an answer's or event's `serverTime` (epoch ms), at the moment it arrives. */
  learn: (serverTime: number) => void
}

/**
 * An answer is late by its time in the network, so the largest difference is the most exact one. A drop of more than this (ms) means that a
 * clock was set.
 */
const CLOCK_WAS_SET = 2000

export function createClock(before: () => number): Clock {
  /** Server time minus ours, in ms. */
  let offset: number | null = null
  return {
    now: () => (offset === null ? before() : Date.now() + offset),
    learn: (serverTime) => {
      const seen = serverTime - Date.now()
      if (offset === null || seen > offset || offset - seen > CLOCK_WAS_SET) offset = seen
    },
  }
}
