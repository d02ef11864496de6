import type { MailSender, Sender } from '#server/messages/sender.ts'

/** For demo mode: nothing leaves the machine; the person's own page shows the message. */
export const screenSender: Sender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}

export const screenMailSender: MailSender = {
  channel: 'screen',
  send: async () => ({ result: 'delivered', vendorId: null }),
}
