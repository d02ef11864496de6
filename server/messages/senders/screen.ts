import type { MailSender, Sender } from '../sender.ts'

/** The senders of demo mode: nothing leaves the machine, the person's own page shows what would have been sent. */
export const screenSender: Sender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}

/** The same for mail. */
export const screenMailSender: MailSender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}
