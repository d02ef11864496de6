import type { PlacesTexts } from '#texts/en/console-places.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the owner's and administrator's screens. */
export const sayOfPlaces: Say<PlacesTexts> = ownWords<PlacesTexts>((language) => import(`../../texts/${language}/console-places.ts`))

/** `4 waiting`, or `No one waiting`. */
export const waitingWords = (count: number): string => (count === 0 ? sayOfPlaces('noneWaiting') : sayOfPlaces('waitingCount', { count }))
