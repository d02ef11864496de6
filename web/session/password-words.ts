import { passwordError } from '../../contract/checks.ts'
import type { ConsoleSay } from './words.ts'

/** What is wrong with a password that somebody chooses, in their language; null where it is fine. */
export function newPasswordWords(say: ConsoleSay, text: string): string | null {
  if (text === '') return say('passwordMissing')
  if (passwordError(text) === null) return null
  const length = [...text].length
  return length < 8 ? say('passwordShort') : length > 128 ? say('passwordLong') : say('passwordCommon')
}
