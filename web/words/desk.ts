import type { DeskTexts } from '#texts/en/console-desk.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfDesk: Say<DeskTexts> = ownWords<DeskTexts>((language) => import(`../../texts/${language}/console-desk.ts`))
