import { createClock } from './clock.ts'

/** The console's one clock: a document of it is never rendered on the server. */
const clock = createClock(Date.now)

/** Learns from an answer's or event's `serverTime` (epoch ms), at the moment it arrives. */
export const noteServerTime = clock.learn

/** Now by the server's clock, epoch ms. */
export const serverNow = clock.now
