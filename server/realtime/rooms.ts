/** The names of rooms. `watch.ts` decides who may enter a room; `live-listener.ts` decides what each room hears. */
export const rooms = {
  /** Anyone: numbers only. */
  shop: (shopId: string) => `shop:${shopId}`,
  isShop: (room: string) => room.startsWith('shop:'),
  /** The ticket's own shopper. */
  ticket: (ticketId: string) => `ticket:${ticketId}`,
  /** Accounts that work at the shop: names and numbers of people. */
  staff: (shopId: string) => `staff:${shopId}`,
  /** All sockets of an account, of any session. */
  account: (accountId: string) => `account:${accountId}`,
  /** The sockets of one session, to close them when it ends. */
  session: (sessionId: string) => `session:${sessionId}`,
} as const
