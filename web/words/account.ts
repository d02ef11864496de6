import type { AccountsTexts } from '#texts/en/console-accounts.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of sign-up, second steps and password reset in the person's language. */
export const sayOfAccounts: Say<AccountsTexts> = ownWords<AccountsTexts>(
  (language) => import(`../../texts/${language}/console-accounts.ts`),
)
