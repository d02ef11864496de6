import { isEmail, mobileError } from '#contract/base/checks.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'

export type FieldName = 'name' | 'mobile' | 'email'
/** Field → the key of its sentence. */
export type FieldErrors = Partial<Record<FieldName, FieldProblem>>

/** The sentences next to fields; none takes a parameter. */
type FieldProblem = Extract<keyof ShopperTexts, 'nameMissing' | 'nameLong' | 'mobileMissing' | 'mobileWrong' | 'emailWrong' | 'checkField'>

/**
 * The ten digits of what people type or paste. Spaces, hyphens, and a leading +91 or 0 are only ways to write it. Anything else stays, so
 * that the check can say what is wrong.
 */
export function tidyMobile(text: string): string {
  const bare = text.replace(/[\s\-()]/g, '')
  const local = bare.replace(/^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '')
  return local
}

export const nameError = (text: string): FieldProblem | null => {
  const name = text.normalize('NFC').trim()
  return name === '' ? 'nameMissing' : name.length > 80 ? 'nameLong' : null
}

export const mobileErrorKey = (text: string): FieldProblem | null =>
  mobileError(text) === null ? null : text.trim() === '' ? 'mobileMissing' : 'mobileWrong'

export const emailErrorKey = (text: string): FieldProblem | null => (isEmail(text.trim()) ? null : 'emailWrong')

/** The server's field errors in the shopper's language. Our own check comes first, because it knows the reason. */
export function fieldErrorsOf(fields: Readonly<Record<string, string>>, person: Record<FieldName, string>): FieldErrors {
  const errors: FieldErrors = {}
  if ('name' in fields) errors.name = nameError(person.name) ?? 'checkField'
  if ('mobile' in fields) errors.mobile = mobileErrorKey(person.mobile) ?? 'checkField'
  if ('email' in fields) errors.email = emailErrorKey(person.email) ?? 'emailWrong'
  return errors
}
