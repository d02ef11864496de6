import type { QrTexts } from '../../texts/console-qr.en.ts'
import { type Catalogue, type Say, speak } from '../../texts/speak.ts'

/** The texts of the QR generator come with its screen; a language is for the life of a document. */
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
const words: Catalogue<QrTexts> =
  locale === 'hi' ? (await import('../../texts/console-qr.hi.ts')).hi : (await import('../../texts/console-qr.en.ts')).en

/** Says a text of the QR generator in the person's language. */
export const sayOfQr: Say<QrTexts> = speak<QrTexts>(locale, words)
