import { type BoardTexts, en } from '../../texts/console-board.en.ts'
import { hi } from '../../texts/console-board.hi.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

/** The hall reads both languages at once, so both come with the board; the account's own stands first. */
const first = document.documentElement.lang === 'hi' ? 'hi' : 'en'
export const otherLocale = first === 'hi' ? 'en' : 'hi'
const wordsOf = (locale: 'en' | 'hi'): Catalogue<BoardTexts> => (locale === 'hi' ? hi : en)

/** Says a text of the board in the person's language. */
export const sayOfBoard: Say<BoardTexts> = speak<BoardTexts>(first, wordsOf(first))

/** Says a text of the board in the other language of the hall, `otherLocale`. */
export const sayOfBoardToo: Say<BoardTexts> = speak<BoardTexts>(otherLocale, wordsOf(otherLocale))
