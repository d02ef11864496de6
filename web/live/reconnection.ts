/**
 * How a browser reconnects after it lost the socket (ms): soon, but at a random moment, so that a hall of phones does not return at once.
 * The longest wait is also the longest time that a phone shows an old queue after its network has come back.
 */
export const reconnection = { reconnectionDelay: 1000, reconnectionDelayMax: 2000, randomizationFactor: 0.5 }

/**
 * Within this time (ms) after its return, a browser reads again what no event brought. The reads are spread, so that they do not delay the
 * watches of a hall, which wait for the newest queue. If a display changes while a screen is connected, it is read within the shorter time.
 */
export const readAgain = { afterReturn: 5000, afterChange: 1500 }
