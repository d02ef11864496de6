import type { SumLine } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import { ownWords } from './own-words.ts'
import { lineWord } from './paper-line.ts'

/** The console says the lines of a paper in the words of the paper itself. */
const sayOfPaper = ownWords<ReceiptTexts>((language) => import(`../../texts/${language}/receipt.ts`))

export const sumLineWord = (line: SumLine): string => lineWord(line, sayOfPaper)
