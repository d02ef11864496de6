import type { BoardTexts } from '#texts/en/console-board.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { otherLocale } from './own-locale.ts'
import { ownWords } from './own-words.ts'

// The hall reads two languages at once, so both load with the board. The account's own language comes first.
const file: TextFile = (language) => import(`../../texts/${language}/console-board.ts`)

export const sayOfBoard: Say<BoardTexts> = ownWords<BoardTexts>(file)

/** Says a text in the other language. */
export const sayOfBoardToo: Say<BoardTexts> = ownWords<BoardTexts>(file, otherLocale)
