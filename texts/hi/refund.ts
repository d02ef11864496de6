import type { RefundTexts } from '#texts/en/refund.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  title: 'आपका रिफ़ंड',
  started: '{amount} का रिफ़ंड शुरू हो गया है।',
  startedHint: 'बैंक को 10 कामकाजी दिन तक लग सकते हैं।',
  done: '{amount} आपको वापस मिल गए हैं।',
  reference: 'बैंक का रेफ़रेंस: {reference}',
  cash: 'आपको {amount} वापस मिलेंगे। काउंटर से नकद ले लें।',
  cashToken: 'आपको {amount} वापस मिलेंगे। काउंटर पर टोकन {number} दिखाकर नकद ले लें।',
} as const satisfies Catalogue<RefundTexts>
