import type { Locale } from '#contract/base/locale.ts'
import type { PlacesTexts } from '#texts/en/console-places.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of malls, shops, settings and staff load with the screens that show them. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<PlacesTexts>>>> = {
  en: async () => (await import('#texts/en/console-places.ts')).en,
  hi: async () => (await import('#texts/hi/console-places.ts')).hi,
}

/** Says a text of the owner's and administrator's screens in the person's language. */
export const sayOfPlaces: Say<PlacesTexts> = ownWords<PlacesTexts>(catalogues)

/** `4 waiting`, or `No one waiting`. */
export const waitingWords = (count: number): string => (count === 0 ? sayOfPlaces('noneWaiting') : sayOfPlaces('waitingCount', { count }))
