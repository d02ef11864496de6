import { formatOf, type Locale, localeFrom } from '#contract/base/locale.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import type { MessageTexts } from '#texts/en/messages.ts'
import { sayInEach } from '#texts/speak.ts'

const says = await sayInEach<MessageTexts>((language) => import(`#texts/${language}/messages.ts`))

/** A text of the catalogue in the language of a message's row. `values` must hold every value that it names, as `notice()` checks. */
export const textOf = (key: keyof MessageTexts, locale: string, values: Readonly<Record<string, string>>): string =>
  says[localeFrom(locale)](key, values as never)

/** A day as a message says it: `26 Nov`. `at` is an instant of it, in ms or ISO 8601. */
export const dayOf = (at: number | string, locale: Locale, timeZone: string): string =>
  zoned(at, formatOf[locale], timeZone, { day: 'numeric', month: 'short' })

/** An instant, in ms or ISO 8601, as a message says it: `26 Nov, 6:00 pm`. */
export const momentOf = (at: number | string, locale: Locale, timeZone: string): string =>
  `${dayOf(at, locale, timeZone)}, ${timeOfDay(at, timeZone)}`
