import { isEmail } from '../../contract/checks.ts'
import type { ConsoleSay } from './words.ts'

/** What is wrong with an email that has to be given, in the person's language; null where it is fine. */
export function emailWords(say: ConsoleSay, text: string): string | null {
  if (text.trim() === '') return say('emailMissing')
  return isEmail(text.trim()) ? null : say('emailWrong')
}
