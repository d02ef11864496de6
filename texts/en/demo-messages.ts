/** Demo mode shows the messages on the token page. */
export const en = {
  messages: 'Messages',
  messagesHint: 'The demo shows messages here instead of sending them.',
  screen: 'Message',
  sms: 'SMS',
  email: 'Email',
  whatsapp: 'WhatsApp',
} as const

export type DemoMessageTexts = typeof en
