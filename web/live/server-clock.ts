import { createClock } from './clock.ts'

/** The console has one clock for the whole module, because its documents are never rendered on the server. */
const clock = createClock(Date.now)

/** Learns from an answer's or event's `serverTime` (epoch ms), at the moment it arrives. */
export const noteServerTime = clock.learn

/** Now by the server's clock, epoch ms. */
export const serverNow = clock.now
