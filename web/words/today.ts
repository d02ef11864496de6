import type { Locale } from '#contract/base/locale.ts'
import type { TodayTexts } from '#texts/en/console-today.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the owner's first screen load with it. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<TodayTexts>>>> = {
  en: async () => (await import('#texts/en/console-today.ts')).en,
  hi: async () => (await import('#texts/hi/console-today.ts')).hi,
}

/** Says a text about the day of a mall so far in the person's language. */
export const sayOfToday: Say<TodayTexts> = ownWords<TodayTexts>(catalogues)
