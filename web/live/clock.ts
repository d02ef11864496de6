/** The server's clock as this browser knows it: countdowns agree on every screen, however wrong a browser's own clock is. */
export interface Clock {
  /**
   * Epoch ms by the server's clock. Until it is known, this stands at the time it was made with, so that a first render equals the
   * server's; made without one, it is the browser's own.
   */
  now: () => number
  /** Begins to run from the time it was made with. */
  start: () => void
  /** Learns from an answer's or event's `serverTime` (epoch ms), at the moment it arrives. */
  learn: (serverTime: number) => void
}

/** An answer is late by its way through the network, so the largest difference is the truest; beyond this (ms) a clock was set. */
const CLOCK_WAS_SET = 2000

export function createClock(firstTime: number | null = null): Clock {
  /** Server time minus ours, in ms. */
  let offset: number | null = null
  return {
    now: () => (offset === null ? (firstTime ?? Date.now()) : Date.now() + offset),
    start: () => {
      // performance.timeOrigin + responseEnd would be closer by some ms; the page is made for this visit (no-store).
      if (firstTime !== null) offset ??= firstTime - Date.now()
    },
    learn: (serverTime) => {
      const seen = serverTime - Date.now()
      if (offset === null || seen > offset || offset - seen > CLOCK_WAS_SET) offset = seen
    },
  }
}
