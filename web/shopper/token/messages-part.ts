import type { Locale } from '#contract/base/locale.ts'
import type { DemoMessageTexts } from '#texts/en/demo-messages.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import type { Rare } from '#web/shopper/rare-parts.ts'
import { MessageList } from './message-list.tsx'

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<DemoMessageTexts>>>> = {
  en: () => import('#texts/en/demo-messages.ts').then((module) => module.en),
  hi: () => import('#texts/hi/demo-messages.ts').then((module) => module.hi),
}

/** The messages that demo mode shows, with their words in the reader's language. */
export async function messagesPart(locale: Locale): Promise<Rare['messages']> {
  return { List: MessageList, say: speak<DemoMessageTexts>(locale, await catalogues[locale]()) }
}
