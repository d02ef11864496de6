import type { Locale } from '#contract/base/locale.ts'
import type { QrTexts } from '#texts/en/console-qr.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** The texts of the QR generator load with its screen. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<QrTexts>>>> = {
  en: async () => (await import('#texts/en/console-qr.ts')).en,
  hi: async () => (await import('#texts/hi/console-qr.ts')).hi,
}

/** Says a text of the QR generator in the person's language. */
export const sayOfQr: Say<QrTexts> = ownWords<QrTexts>(catalogues)
