import type { Locale } from '#contract/base/locale.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import type { Rare } from '#web/shopper/rare-parts.ts'
import { Paying } from './paying.tsx'

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<PayingTexts>>>> = {
  en: () => import('#texts/en/paying.ts').then((module) => module.en),
  hi: () => import('#texts/hi/paying.ts').then((module) => module.hi),
}

/** The payment at a vendor, with its words in the reader's language. */
export async function payingPart(locale: Locale): Promise<Rare['paying']> {
  return { Screen: Paying, say: speak<PayingTexts>(locale, await catalogues[locale]()) }
}
