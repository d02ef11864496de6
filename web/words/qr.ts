import type { QrTexts } from '#texts/en/console-qr.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfQr: Say<QrTexts> = ownWords<QrTexts>((language) => import(`../../texts/${language}/console-qr.ts`))
