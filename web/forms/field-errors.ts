import { CallFailure } from '#web/api/call.ts'
import { failureWords } from '#web/words/failure.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'

/** The codes whose sentence says what is wrong with the one field they name. */
const aboutOneField: ReadonlySet<string> = new Set([
  ...['email_taken', 'name_taken', 'bad_picture', 'invalid_reset_code'],
  ...['common_password', 'wrong_password', 'wrong_code'],
])

/** The field errors of a refusal in the person's language, by our field names; empty if no field is wrong. */
export function fieldErrors(failure: unknown): Record<string, string> {
  if (!(failure instanceof CallFailure)) return {}
  // The server's sentences are English. In Hindi the code's own text replaces them, or a plain request to look again.
  const other = aboutOneField.has(failure.code) ? failureWords(failure) : say('checkField')
  return Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, ownLocale === 'en' ? text : other]))
}
