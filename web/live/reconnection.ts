/**
 * How a browser comes back after it lost the socket (ms): soon, and spread, so that a hall of phones does not return in one instant.
 * The longest wait is the longest that a phone shows an old queue after its network has come back.
 */
export const reconnection = { reconnectionDelay: 1000, reconnectionDelayMax: 2000, randomizationFactor: 0.5 }
