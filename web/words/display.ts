import type { DisplayTexts } from '#texts/en/displays.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfDisplay: Say<DisplayTexts> = ownWords<DisplayTexts>((language) => import(`../../texts/${language}/displays.ts`))
