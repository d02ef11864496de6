import type { DisplayTexts } from '#texts/en/displays.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of the display's editor in the person's language. */
export const sayOfDisplay: Say<DisplayTexts> = ownWords<DisplayTexts>((language) => import(`../../texts/${language}/displays.ts`))
