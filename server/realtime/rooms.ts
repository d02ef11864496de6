/** The names of rooms. `watch.ts` decides who may enter a room; `live-listener.ts` decides what each room hears. */
export const rooms = {
  /** Anyone: numbers only. */
  shop: (shopId: string) => `shop:${shopId}`,
  isShop: (room: string) => room.startsWith('shop:'),
  /** The ticket's own shopper. */
  ticket: (ticketId: string) => `ticket:${ticketId}`,
  /** Accounts that work at the shop: names and numbers of people. */
  staff: (shopId: string) => `staff:${shopId}`,
  /** Of all its sessions. */
  account: (accountId: string) => `account:${accountId}`,
  /** To close its sockets when it ends. */
  session: (sessionId: string) => `session:${sessionId}`,
} as const
