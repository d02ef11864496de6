import type { Locale } from '#contract/base/locale.ts'
import type { AccountsTexts } from '#texts/en/console-accounts.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of sign-up, second steps and password reset load with the screens that show them. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<AccountsTexts>>>> = {
  en: async () => (await import('#texts/en/console-accounts.ts')).en,
  hi: async () => (await import('#texts/hi/console-accounts.ts')).hi,
}

/** Says a text of the account screens in the person's language. */
export const sayOfAccounts: Say<AccountsTexts> = ownWords<AccountsTexts>(catalogues)
