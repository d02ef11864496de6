import type { MailSender, Sender } from '#server/messages/sender.ts'

/** The sender of demo mode: nothing leaves the machine; the person's own page shows the message instead. */
export const screenSender: Sender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}

/** The same for mail. */
export const screenMailSender: MailSender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}
