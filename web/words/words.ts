import type { ConsoleTexts } from '#texts/en/console.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of the whole console in the person's language. */
export const say: Say<ConsoleTexts> = ownWords<ConsoleTexts>((language) => import(`../../texts/${language}/console.ts`))
