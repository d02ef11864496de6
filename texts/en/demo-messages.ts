/** The messages that demo mode shows on the token page instead of sending them. */
export const en = {
  messages: 'Messages',
  messagesHint: 'The demo shows messages here instead of sending them.',
  screen: 'Message',
  sms: 'SMS',
  email: 'Email',
  whatsapp: 'WhatsApp',
} as const

export type DemoMessageTexts = typeof en
