import type { Locale } from '#contract/base/locale.ts'
import type { SumLine } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'
import { lineWord } from './paper-line.ts'

/** The console says the lines of a paper in the words of the paper itself. They load with the screen that needs them. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<ReceiptTexts>>>> = {
  en: async () => (await import('#texts/en/receipt.ts')).en,
  hi: async () => (await import('#texts/hi/receipt.ts')).hi,
}
const sayOfPaper: Say<ReceiptTexts> = ownWords<ReceiptTexts>(catalogues)

/** The word of a line of the sums in the person's language, as it is on the paper. */
export const sumLineWord = (line: SumLine): string => lineWord(line, sayOfPaper)
