import type { DemoMessageTexts } from '#texts/en/demo-messages.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  messages: 'मैसेज',
  messagesHint: 'डेमो में मैसेज भेजे नहीं जाते, यहीं दिखते हैं।',
  screen: 'मैसेज',
  sms: 'SMS',
  email: 'ईमेल',
  whatsapp: 'WhatsApp',
} as const satisfies Catalogue<DemoMessageTexts>
