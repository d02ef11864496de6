import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { Catalogue } from '#texts/speak.ts'

/** The words of a receipt, in Hindi. */
export const hi = {
  taxInvoice: 'टैक्स इनवॉइस',
  plain: 'रसीद',
  number: 'नंबर',
  date: 'तारीख',
  seller: 'विक्रेता',
  gstin: 'GSTIN',
  shop: 'दुकान',
  token: 'टोकन नंबर',
  paidBy: 'पेमेंट का तरीका',
  cash: 'काउंटर पर नकद',
  online: 'ऑनलाइन',
  what: 'प्रायोरिटी बिलिंग, एक बार की फ़ीस',
  taxable: 'टैक्स योग्य मूल्य',
  fee: 'फ़ीस',
  extra: 'एक्स्ट्रा चार्ज',
  cgst: 'CGST {rate}%',
  sgst: 'SGST {rate}%',
  roundOff: 'राउंड-ऑफ़',
  total: 'कुल',
  refunded: 'यह पेमेंट वापस कर दिया गया है।',
  print: 'प्रिंट या सेव करें',
} as const satisfies Catalogue<ReceiptTexts>
