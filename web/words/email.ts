import { isEmail } from '#contract/base/checks.ts'
import { emailIn, trimmed } from '#contract/base/typed.ts'
import { say } from './words.ts'

/** What is wrong with a required email; null if it is fine. */
export function emailWords(text: string): string | null {
  if (trimmed(text) === '') return say('emailMissing')
  return isEmail(emailIn(text)) ? null : say('emailWrong')
}
