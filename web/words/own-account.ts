import type { Locale } from '#contract/base/locale.ts'
import type { OwnAccountTexts } from '#texts/en/console-own-account.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of "Your account" load with its screen. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<OwnAccountTexts>>>> = {
  en: async () => (await import('#texts/en/console-own-account.ts')).en,
  hi: async () => (await import('#texts/hi/console-own-account.ts')).hi,
}

/** Says a text of "Your account" in the person's language. */
export const sayOfOwnAccount: Say<OwnAccountTexts> = ownWords<OwnAccountTexts>(catalogues)
