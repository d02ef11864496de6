import type { Locale } from '#contract/base/locale.ts'
import type { DisplayTexts } from '#texts/en/displays.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the display's editor load with the screen that shows them. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<DisplayTexts>>>> = {
  en: async () => (await import('#texts/en/displays.ts')).en,
  hi: async () => (await import('#texts/hi/displays.ts')).hi,
}

/** Says a text of the display's editor in the person's language. */
export const sayOfDisplay: Say<DisplayTexts> = ownWords<DisplayTexts>(catalogues)
