import { createContext, useContext } from 'react'
import { type ConsoleTexts, en } from '../../texts/console.en.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

export type ConsoleSay = Say<ConsoleTexts>

/** The language of the console and its `say`; English until the page says otherwise. */
export const Words = createContext<{ locale: 'en' | 'hi'; say: ConsoleSay }>({ locale: 'en', say: speak<ConsoleTexts>('en', en) })

/** Says a text of the console in the person's language. */
export const useSay = (): ConsoleSay => useContext(Words).say

/** Loads the catalogue of a language; only the one in use is sent. */
export async function wordsOf(locale: 'en' | 'hi'): Promise<{ locale: 'en' | 'hi'; say: ConsoleSay }> {
  if (locale === 'en') return { locale, say: speak<ConsoleTexts>('en', en) }
  const { hi }: { hi: Catalogue<ConsoleTexts> } = await import('../../texts/console.hi.ts')
  return { locale, say: speak<ConsoleTexts>('hi', hi) }
}
