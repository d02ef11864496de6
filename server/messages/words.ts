import { type Locale, localeFrom } from '#contract/base/locale.ts'
import { en, type MessageTexts } from '#texts/en/messages.ts'
import { hi } from '#texts/hi/messages.ts'
import { type Say, speak } from '#texts/speak.ts'

const catalogues: Readonly<Record<Locale, Say<MessageTexts>>> = {
  en: speak<MessageTexts>('en', en),
  hi: speak<MessageTexts>('hi', hi),
}

/** A text of the catalogue in the language of a message's row. `values` must hold every value that it names, as `notice()` checks. */
export const textOf = (key: keyof MessageTexts, locale: string, values: Readonly<Record<string, string>>): string =>
  catalogues[localeFrom(locale)](key, values as never)
