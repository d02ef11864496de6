import type { DisplayTexts } from '../../texts/displays.en.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

/** The texts of the display's editor come with the screen that says them; a language is for the life of a document. */
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
const words: Catalogue<DisplayTexts> =
  locale === 'hi' ? (await import('../../texts/displays.hi.ts')).hi : (await import('../../texts/displays.en.ts')).en

/** Says a text of the display's editor in the person's language. */
export const sayOfDisplay: Say<DisplayTexts> = speak<DisplayTexts>(locale, words)
