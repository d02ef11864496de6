import type { ConsoleTexts } from '#texts/en/console.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the whole console. */
export const say: Say<ConsoleTexts> = ownWords<ConsoleTexts>((language) => import(`../../texts/${language}/console.ts`))
