import type { AuditTexts } from '#texts/en/console-audit.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { ownTexts, ownWords, textAt } from './own-words.ts'

const file: TextFile = (language) => import(`../../texts/${language}/console-audit.ts`)
const texts = ownTexts<AuditTexts>(file)

export const sayOfAudit: Say<AuditTexts> = ownWords<AuditTexts>(file)

/** A field without a word stays as it is. */
export const fieldWord = (field: string): string => textAt(texts(), `field_${field}`) ?? field
