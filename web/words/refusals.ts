import type { RefusalCode } from '#contract/base/errors.ts'
import { ownTexts } from './own-words.ts'

/** A refusal that is newer than this page is not there. */
export const refusalSentences = ownTexts<Readonly<Record<RefusalCode, string>>>((language) => import(`../../texts/${language}/refusals.ts`))
