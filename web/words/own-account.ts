import type { OwnAccountTexts } from '#texts/en/console-own-account.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfOwnAccount: Say<OwnAccountTexts> = ownWords<OwnAccountTexts>(
  (language) => import(`../../texts/${language}/console-own-account.ts`),
)
