/** The server's clock as this browser knows it, so that every screen shows the same second whatever its own clock says. */

/** Server time minus ours, in ms; zero until the server has said its time. */
let offset: number | null = null

/** A sample is late by its way through the network, so the largest difference is the truest; beyond this (ms) a clock was set. */
const CLOCK_WAS_SET = 2000

/** Learns from an answer's or event's `serverTime` (epoch ms), at the moment it arrives. */
export function noteServerTime(serverTime: number): void {
  const seen = serverTime - Date.now()
  if (offset === null || seen > offset || offset - seen > CLOCK_WAS_SET) offset = seen
}

/** Now by the server's clock, epoch ms. */
export const serverNow = (): number => Date.now() + (offset ?? 0)
