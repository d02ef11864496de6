import { CallFailure } from '../api/call.ts'
import { failureWords } from './failure-words.ts'
import type { ConsoleSay } from './words.ts'

/** The codes whose sentence says what is wrong with the one field they name. */
const aboutOneField: ReadonlySet<string> = new Set(['email_taken', 'name_taken', 'bad_picture', 'invalid_reset_code'])

/** The field errors of a refusal in the person's language, by our field names; empty where no field is to blame. */
export function fieldErrors(say: ConsoleSay, locale: 'en' | 'hi', failure: unknown): Record<string, string> {
  if (!(failure instanceof CallFailure)) return {}
  // The server's sentences are English; elsewhere the code's own text stands in, or a plain request to look again.
  const other = aboutOneField.has(failure.code) ? failureWords(say, locale, failure) : say('checkField')
  return Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, locale === 'en' ? text : other]))
}
