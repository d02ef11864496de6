import { type Locale, nextLocale } from '#contract/base/locale.ts'
import { type BoardTexts, en } from '#texts/en/console-board.ts'
import { hi } from '#texts/hi/console-board.ts'
import { type Catalogue, type Say, speak } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'

/** The hall reads two languages at once, so all load with the board. The account's own language comes first. */
export const otherLocale = nextLocale[ownLocale]
const catalogues: Readonly<Record<Locale, Catalogue<BoardTexts>>> = { en, hi }

/** Says a text of the board in the person's language. */
export const sayOfBoard: Say<BoardTexts> = speak<BoardTexts>(ownLocale, catalogues[ownLocale])

/** Says a text of the board in the other language of the hall, `otherLocale`. */
export const sayOfBoardToo: Say<BoardTexts> = speak<BoardTexts>(otherLocale, catalogues[otherLocale])
