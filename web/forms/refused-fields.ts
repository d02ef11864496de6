import type { FormErrors } from '@mantine/form'
import { CallFailure } from '#web/api/call.ts'
import { failureWords } from '#web/words/failure.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'

interface Form {
  getInputNode: (path: string) => HTMLElement | null
  setErrors: (errors: FormErrors) => void
}

/** Focuses the first wrong field on the page; `errors` has the fields in the order of the checks. */
export const focusFirst =
  (form: Pick<Form, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    Object.keys(errors)
      .flatMap((path) => form.getInputNode(path) ?? [])
      .reduce<HTMLElement | null>((first, field) => (first === null || isBefore(field, first) ? field : first), null)
      ?.focus()

const isBefore = (one: Node, other: Node) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Shows each refusal next to its field, and leads to the first one. */
export const showRefused =
  (form: Form) =>
  (failure: unknown): void => {
    const errors = fieldErrors(failure)
    form.setErrors(errors)
    focusFirst(form)(errors)
  }

/** The codes whose sentence says what is wrong with the one field they name. */
const aboutOneField: ReadonlySet<string> = new Set([
  ...['email_taken', 'name_taken', 'bad_picture', 'invalid_reset_code'],
  ...['common_password', 'wrong_password', 'wrong_code'],
])

/** Sentences in the person's language, by our field names; empty if no field is wrong. */
function fieldErrors(failure: unknown): Record<string, string> {
  if (!(failure instanceof CallFailure)) return {}
  // The server's sentences are English. In Hindi the code's own text replaces them, or a plain request to look again.
  const other = aboutOneField.has(failure.code) ? failureWords(failure) : say('checkField')
  return Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, ownLocale === 'en' ? text : other]))
}
