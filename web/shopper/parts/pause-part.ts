import type { Locale } from '#contract/base/locale.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import type { Rare } from '#web/shopper/rare-parts.ts'
import { PausedNotice } from './paused.tsx'

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<PauseTexts>>>> = {
  en: () => import('#texts/en/pause.ts').then((module) => module.en),
  hi: () => import('#texts/hi/pause.ts').then((module) => module.hi),
}

/** What a paused shop shows, with its words in the reader's language. */
export async function pausePart(locale: Locale): Promise<Rare['pause']> {
  return { Notice: PausedNotice, say: speak<PauseTexts>(locale, await catalogues[locale]()) }
}
