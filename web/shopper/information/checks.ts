import { isEmail, mobileError } from '#contract/base/checks.ts'
import { lengthOf } from '#contract/base/letters.ts'
import { emailIn, trimmed } from '#contract/base/typed.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'

export type FieldName = 'name' | 'mobile' | 'email'
/** Field → the key of its sentence. */
export type FieldErrors = Partial<Record<FieldName, FieldProblem>>

/** Sentences without a parameter. */
type FieldProblem = Extract<keyof ShopperTexts, 'nameMissing' | 'nameLong' | 'mobileMissing' | 'mobileWrong' | 'emailWrong' | 'checkField'>

export const nameError = (text: string): FieldProblem | null => {
  const name = trimmed(text)
  return name === '' ? 'nameMissing' : lengthOf(name) > 80 ? 'nameLong' : null
}

export const mobileErrorKey = (text: string): FieldProblem | null =>
  mobileError(text) === null ? null : text.trim() === '' ? 'mobileMissing' : 'mobileWrong'

export const emailErrorKey = (text: string): FieldProblem | null => (isEmail(emailIn(text)) ? null : 'emailWrong')

/** The server's field errors in the shopper's language. Our own check comes first, because it knows the reason. */
export function fieldErrorsOf(fields: Readonly<Record<string, string>>, person: Record<FieldName, string>): FieldErrors {
  const errors: FieldErrors = {}
  if ('name' in fields) errors.name = nameError(person.name) ?? 'checkField'
  if ('mobile' in fields) errors.mobile = mobileErrorKey(person.mobile) ?? 'checkField'
  if ('email' in fields) errors.email = emailErrorKey(person.email) ?? 'emailWrong'
  return errors
}
