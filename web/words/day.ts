import type { Locale } from '#contract/base/locale.ts'
import { type GatewayName, isVendor } from '#contract/payments/payments.ts'
import type { DayTexts } from '#texts/en/console-day.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { inOwnLanguage, sayFrom } from './own-words.ts'

/** The texts of the day load with its screen. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<DayTexts>>>> = {
  en: async () => (await import('#texts/en/console-day.ts')).en,
  hi: async () => (await import('#texts/hi/console-day.ts')).hi,
}
const texts = inOwnLanguage(catalogues)

/** Says a text about a day in the person's language. */
export const sayOfDay: Say<DayTexts> = sayFrom<DayTexts>(texts)

/** The sentence for a step of a ticket; one without a sentence stays as it is: a newer node may have recorded it. */
export function stepWord(action: string): string {
  const key = `did_${action}`
  return isKey(key) ? sayOfDay(key) : action
}

type StepKey = Extract<keyof DayTexts, `did_${string}`>
const isKey = (key: string): key is StepKey => Object.hasOwn(texts(), key)

/** The names of companies are the same in every language. */
const companies = { razorpay: 'Razorpay', cashfree: 'Cashfree' } as const

/** The name of a way to pay. */
export const wayToPay = (gateway: GatewayName): string => (isVendor(gateway) ? companies[gateway] : sayOfDay(`gateway_${gateway}`))
