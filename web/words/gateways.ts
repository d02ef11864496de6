import type { Locale } from '#contract/base/locale.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import type { GatewaysTexts } from '#texts/en/console-gateways.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the vendors' accounts load with their panel. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<GatewaysTexts>>>> = {
  en: async () => (await import('#texts/en/console-gateways.ts')).en,
  hi: async () => (await import('#texts/hi/console-gateways.ts')).hi,
}

/** Says a text of the vendors' accounts in the person's language. */
export const sayOfGateways: Say<GatewaysTexts> = ownWords<GatewaysTexts>(catalogues)

/** The names of the companies, which are the same in every language. */
export const vendorTitles: Readonly<Record<VendorName, string>> = { razorpay: 'Razorpay', cashfree: 'Cashfree' }
