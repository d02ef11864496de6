import { formatOf, type Locale } from '#contract/base/locale.ts'
import { zoned } from '#contract/base/zoned.ts'
import { type GatewayName, isVendor } from '#contract/payments/payments.ts'
import type { MoneyTexts } from '#texts/en/console-money.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownLocale } from './own-locale.ts'
import { inOwnLanguage, sayFrom } from './own-words.ts'

/** The texts of the money load with its screen. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<MoneyTexts>>>> = {
  en: async () => (await import('#texts/en/console-money.ts')).en,
  hi: async () => (await import('#texts/hi/console-money.ts')).hi,
}
const texts = inOwnLanguage(catalogues)

/** Says a text about the money in the person's language. */
export const sayOfMoney: Say<MoneyTexts> = sayFrom<MoneyTexts>(texts)

/** The names of companies are the same in every language. */
const companies = { razorpay: 'Razorpay', cashfree: 'Cashfree' } as const

/** The name of a way to pay. */
export const gatewayWord = (gateway: GatewayName): string => (isVendor(gateway) ? companies[gateway] : sayOfMoney(`gateway_${gateway}`))

/** The sentence for a result in the history of a payment; a result without a sentence stays as it is. */
export function resultWord(result: string): string {
  const key = `result_${result}`
  return isKey(key) ? sayOfMoney(key) : result
}

type ResultKey = Extract<keyof MoneyTexts, `result_${string}`>
const isKey = (key: string): key is ResultKey => Object.hasOwn(texts(), key)

/** `21 Nov` in the person's language, of a date `2026-11-21`. */
export const shortDay = (day: string): string => zoned(`${day}T12:00:00Z`, formatOf[ownLocale], 'UTC', { day: 'numeric', month: 'short' })

/** `Sat 21 Nov 2026`, of an instant in a time zone. */
export const longDay = (at: Date, timeZone: string): string =>
  zoned(at.getTime(), formatOf[ownLocale], timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
