import { type Locale, languages, localeFrom } from '#contract/base/locale.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import type { MessageTexts } from '#texts/en/messages.ts'
import { sayInEach } from '#texts/speak.ts'

const says = await sayInEach<MessageTexts>((language) => import(`#texts/${language}/messages.ts`))

/** `values` must hold every value that the text names, as `notice()` checks. */
export const textOf = (key: keyof MessageTexts, locale: string, values: Readonly<Record<string, string>>): string =>
  says[localeFrom(locale)](key, values as never)

/** `26 Nov`. `at` is an instant of the day, in ms or ISO 8601. */
export const dayOf = (at: number | string, locale: Locale, timeZone: string): string =>
  zoned(at, languages[locale].format, timeZone, { day: 'numeric', month: 'short' })

/** `26 Nov, 6:00 pm`. `at` is in ms or ISO 8601. */
export const momentOf = (at: number | string, locale: Locale, timeZone: string): string =>
  `${dayOf(at, locale, timeZone)}, ${timeOfDay(at, timeZone)}`
