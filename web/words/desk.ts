import type { Locale } from '#contract/base/locale.ts'
import type { DeskTexts } from '#texts/en/console-desk.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the counters and of the pause load with the desk. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<DeskTexts>>>> = {
  en: async () => (await import('#texts/en/console-desk.ts')).en,
  hi: async () => (await import('#texts/hi/console-desk.ts')).hi,
}

/** Says a text of the desk in the person's language. */
export const sayOfDesk: Say<DeskTexts> = ownWords<DeskTexts>(catalogues)
