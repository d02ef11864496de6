import type { QrTexts } from '#texts/en/console-qr.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of the QR generator in the person's language. */
export const sayOfQr: Say<QrTexts> = ownWords<QrTexts>((language) => import(`../../texts/${language}/console-qr.ts`))
