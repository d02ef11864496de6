import { createContext, useContext } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import { type ConsoleTexts, en } from '#texts/en/console.ts'
import { type Catalogue, type Say, speak } from '#texts/speak.ts'

export type ConsoleSay = Say<ConsoleTexts>

/** The language of the console and its `say`; English until the page says otherwise. */
export const Words = createContext<{ locale: Locale; say: ConsoleSay }>({ locale: 'en', say: speak<ConsoleTexts>('en', en) })

/** Says a text of the console in the person's language. */
export const useSay = (): ConsoleSay => useContext(Words).say

/** Loads the catalogue of a language. English is always there; of the others, only the one in use is sent. */
export async function wordsOf(locale: Locale): Promise<{ locale: Locale; say: ConsoleSay }> {
  return { locale, say: speak<ConsoleTexts>(locale, await catalogues[locale]()) }
}

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<ConsoleTexts>>>> = {
  en: async () => en,
  hi: async () => (await import('#texts/hi/console.ts')).hi,
}
