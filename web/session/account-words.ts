import type { AccountsTexts } from '../../texts/console-accounts.en.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

/** The texts of sign-up, second steps and password reset come with the screens that say them; a language is for the life of a document. */
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
const words: Catalogue<AccountsTexts> =
  locale === 'hi' ? (await import('../../texts/console-accounts.hi.ts')).hi : (await import('../../texts/console-accounts.en.ts')).en

/** Says a text of the account screens in the person's language. */
export const sayOfAccounts: Say<AccountsTexts> = speak<AccountsTexts>(locale, words)
