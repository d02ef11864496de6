import { languages } from '#contract/base/locale.ts'
import { zoned } from '#contract/base/zoned.ts'
import { type GatewayName, isVendor, vendorTitles } from '#contract/payments/payments.ts'
import type { MoneyTexts } from '#texts/en/console-money.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'
import { ownTexts, ownWords, textAt } from './own-words.ts'

const file: TextFile = (language) => import(`../../texts/${language}/console-money.ts`)
const texts = ownTexts<MoneyTexts>(file)

export const sayOfMoney: Say<MoneyTexts> = ownWords<MoneyTexts>(file)

export const gatewayWord = (gateway: GatewayName): string => (isVendor(gateway) ? vendorTitles[gateway] : sayOfMoney(`gateway_${gateway}`))

/** A result without a sentence stays as it is. */
export const resultWord = (result: string): string => textAt(texts(), `result_${result}`) ?? result

/** `21 Nov` in the person's language, of a date `2026-11-21`. */
export const shortDay = (day: string): string =>
  zoned(`${day}T12:00:00Z`, languages[ownLocale].format, 'UTC', { day: 'numeric', month: 'short' })

/** `Sat 21 Nov 2026`, of an instant in a time zone. */
export const longDay = (at: Date, timeZone: string): string =>
  zoned(at.getTime(), languages[ownLocale].format, timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
