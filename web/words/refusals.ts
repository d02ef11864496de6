import type { RefusalCode } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { inOwnLanguage } from './own-words.ts'

type Sentences = Readonly<Record<RefusalCode, string>>

/** The sentences of refusals load with the first screen that can show one. */
const catalogues: Readonly<Record<Locale, () => Promise<Sentences>>> = {
  async en() {
    const { refusals } = await import('#contract/base/errors.ts')
    return Object.fromEntries(Object.entries(refusals).map(([code, [, sentence]]) => [code, sentence])) as Sentences
  },
  hi: async () => (await import('#texts/hi/refusals.ts')).hi,
}

/** What each refusal says in the person's language. A refusal that is newer than this page is not there. */
export const refusalSentences = inOwnLanguage(catalogues)
