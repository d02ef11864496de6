import type { Locale } from '#contract/base/locale.ts'
import type { AuditTexts } from '#texts/en/console-audit.ts'
import type { Catalogue, Say } from '#texts/speak.ts'
import { inOwnLanguage, sayFrom } from './own-words.ts'

/** The texts of the record load with its screen. */
const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<AuditTexts>>>> = {
  en: async () => (await import('#texts/en/console-audit.ts')).en,
  hi: async () => (await import('#texts/hi/console-audit.ts')).hi,
}
const texts = inOwnLanguage(catalogues)

/** Says a text of the record in the person's language. */
export const sayOfAudit: Say<AuditTexts> = sayFrom<AuditTexts>(texts)

/** The word for a field; a field without a word stays as it is. */
export function fieldWord(field: string): string {
  const key = `field_${field}`
  return isKey(key) ? sayOfAudit(key) : field
}

type FieldKey = Extract<keyof AuditTexts, `field_${string}`>
const isKey = (key: string): key is FieldKey => Object.hasOwn(texts(), key)
