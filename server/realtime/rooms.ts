/** The names of rooms. Who may enter is decided by `watch.ts`; who hears what by `live-listener.ts`. */
export const rooms = {
  /** Anyone: numbers only. */
  shop: (shopId: string) => `shop:${shopId}`,
  isShop: (room: string) => room.startsWith('shop:'),
  /** The ticket's own shopper. */
  ticket: (ticketId: string) => `ticket:${ticketId}`,
  /** Accounts that work at the shop: names and numbers of people. */
  staff: (shopId: string) => `staff:${shopId}`,
  /** All sockets of an account, whatever session they came by. */
  account: (accountId: string) => `account:${accountId}`,
  /** The sockets of one session, to end them with it. */
  session: (sessionId: string) => `session:${sessionId}`,
} as const
