import { languages } from '#contract/base/locale.ts'
import { zoned } from '#contract/base/zoned.ts'
import { type GatewayName, isVendor, vendorTitles } from '#contract/payments/payments.ts'
import type { DayTexts } from '#texts/en/console-day.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'
import { ownTexts, ownWords, textAt } from './own-words.ts'

const file: TextFile = (language) => import(`../../texts/${language}/console-day.ts`)
const texts = ownTexts<DayTexts>(file)

export const sayOfDay: Say<DayTexts> = ownWords<DayTexts>(file)

/** A step without a sentence stays as it is: a newer node may have recorded it. */
export const stepWord = (action: string): string => textAt(texts(), `did_${action}`) ?? action

export const wayToPay = (gateway: GatewayName): string => (isVendor(gateway) ? vendorTitles[gateway] : sayOfDay(`gateway_${gateway}`))

/** `Sun 22 Nov` in the person's language, of a date `2026-11-22`. */
export const weekdayAndDay = (day: string): string =>
  zoned(`${day}T12:00:00Z`, languages[ownLocale].format, 'UTC', { weekday: 'short', day: 'numeric', month: 'short' })
