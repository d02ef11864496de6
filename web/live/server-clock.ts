import { createClock } from './clock.ts'

/** The console has one clock for the whole module, because its documents are never rendered on the server. */
const clock = createClock(Date.now)

export const noteServerTime = clock.learn

/** In epoch ms. */
export const serverNow = clock.now
