import type { PlacesTexts } from '../../texts/console-places.en.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

/** The texts of malls, shops, settings and staff come with the screens that say them; a language is for the life of a document. */
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
const words: Catalogue<PlacesTexts> =
  locale === 'hi' ? (await import('../../texts/console-places.hi.ts')).hi : (await import('../../texts/console-places.en.ts')).en

/** Says a text of the owner's and administrator's screens in the person's language. */
export const sayOfPlaces: Say<PlacesTexts> = speak<PlacesTexts>(locale, words)
