import type { CashTexts } from '#texts/en/console-cash.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

const file: TextFile = (language) => import(`../../texts/${language}/console-cash.ts`)

export const sayOfCash: Say<CashTexts> = ownWords<CashTexts>(file)
