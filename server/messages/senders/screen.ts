import type { Sender } from '../sender.ts'

/** The sender of demo mode: nothing leaves the machine, the shopper's own page shows what would have been sent. */
export const screenSender: Sender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}
