/**
 * How a browser comes back after it lost the socket (ms): soon, and spread, so that a hall of phones does not return in one instant.
 * The longest wait is the longest that a phone shows an old queue after its network has come back.
 */
export const reconnection = { reconnectionDelay: 1000, reconnectionDelayMax: 2000, randomizationFactor: 0.5 }

/**
 * Within this time (ms) of its return a browser reads again what no event brought, spread so that the watches of a hall, which wait for
 * the newest queue, are not behind that. A display that changed while somebody listens is read within the shorter time.
 */
export const readAgain = { afterReturn: 5000, afterChange: 1500 }
