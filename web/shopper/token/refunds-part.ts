import type { Locale } from '#contract/base/locale.ts'
import type { RefundTexts } from '#texts/en/refund.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import type { Rare } from '#web/shopper/rare-parts.ts'
import { RefundLines } from './refund-lines.tsx'

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<RefundTexts>>>> = {
  en: () => import('#texts/en/refund.ts').then((module) => module.en),
  hi: () => import('#texts/hi/refund.ts').then((module) => module.hi),
}

/** What a shopper reads about refunds, with its words in the reader's language. */
export async function refundsPart(locale: Locale): Promise<Rare['refunds']> {
  return { Lines: RefundLines, say: speak<RefundTexts>(locale, await catalogues[locale]()) }
}
