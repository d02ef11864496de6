import type { SumLine } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { Say } from '#texts/speak.ts'

/** With the rate, if the line is a tax. */
export const lineWord = ({ word, rate }: SumLine, say: Say<ReceiptTexts>): string =>
  word === 'cgst' || word === 'sgst' || word === 'utgst' || word === 'igst' ? say(word, { rate: rate ?? 0 }) : say(word)
