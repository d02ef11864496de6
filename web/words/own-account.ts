import type { OwnAccountTexts } from '#texts/en/console-own-account.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of "Your account" in the person's language. */
export const sayOfOwnAccount: Say<OwnAccountTexts> = ownWords<OwnAccountTexts>(
  (language) => import(`../../texts/${language}/console-own-account.ts`),
)
