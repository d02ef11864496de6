import { passwordError } from '#contract/base/checks.ts'
import { say } from './words.ts'

/** Null if the password is fine. Only the server knows the common passwords. */
export function newPasswordWords(text: string): string | null {
  if (text === '') return say('passwordMissing')
  if (passwordError(text) === null) return null
  return say([...text].length < 8 ? 'passwordShort' : 'passwordLong')
}
