import type { AccountsTexts } from '#texts/en/console-accounts.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of sign-up, second steps and password reset. */
export const sayOfAccounts: Say<AccountsTexts> = ownWords<AccountsTexts>(
  (language) => import(`../../texts/${language}/console-accounts.ts`),
)
