import { readAgain } from '#web/live/reconnection.ts'

/** Pure rules of the live connection; `link.ts` has the socket and the timers. */

/** In ms: how long a connection may be broken before the screen says so, and how often plain calls replace it. */
export const PATIENCE_MS = 3000
export const STAND_IN_MS = 15_000

export interface LinkState {
  /** True while the socket hears everything. */
  isLive: boolean
  /** True if this watch has lost the socket and did not read the shop again since. */
  wasAway: boolean
}

export const newLink: LinkState = { isLive: false, wasAway: false }

export type LinkEvent =
  | 'watched'
  | 'socket away'
  | 'socket live'
  /** The code of the socket did not arrive. */
  | 'no socket'
  /** The phone says so. */
  | 'phone offline'
  | 'phone online'
  /** The plain calls that replace the socket were answered, or failed. */
  | 'answered'
  | 'unanswered'

/** Absent parts change nothing. */
export interface LinkOrders {
  /** Cancels the next plain call. */
  cancel?: true
  /** Makes a plain call after this number of ms; 0 is at once. */
  askIn?: number
  /** Tells the screen whether it is up to date. */
  connected?: boolean
  /** Reads the shop again within this number of ms. */
  readShopWithin?: number
}

export function linkAfter(link: LinkState, event: LinkEvent): { link: LinkState; orders: LinkOrders } {
  switch (event) {
    case 'watched':
      return { link: { ...link, wasAway: false }, orders: {} }
    case 'socket away':
      return { link: { isLive: false, wasAway: true }, orders: { cancel: true, askIn: PATIENCE_MS } }
    case 'no socket':
      return { link: { ...link, isLive: false }, orders: { cancel: true, askIn: PATIENCE_MS } }
    case 'socket live': {
      const orders: LinkOrders = { cancel: true, connected: true }
      if (link.wasAway) orders.readShopWithin = readAgain.afterReturn
      return { link: { isLive: true, wasAway: false }, orders }
    }
    // The phone knows this without a delay.
    case 'phone offline':
      return { link, orders: { cancel: true, connected: false } }
    // A socket may survive that the phone was offline, so a call checks the connection.
    case 'phone online':
      return { link, orders: { cancel: true, askIn: 0 } }
    case 'answered':
      return { link, orders: { connected: true, ...(link.isLive ? {} : { askIn: STAND_IN_MS }) } }
    case 'unanswered':
      return { link, orders: { connected: false, askIn: STAND_IN_MS } }
  }
}
