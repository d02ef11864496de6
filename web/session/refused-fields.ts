import type { FormErrors } from '@mantine/form'
import { useContext } from 'react'
import { fieldErrors } from './field-errors.ts'
import { Words } from './words.ts'

/** As much of a form as is needed to lead somebody to a field. */
interface Form {
  getInputNode: (path: string) => HTMLElement | null
  setErrors: (errors: FormErrors) => void
}

/** Puts the cursor into the first field on the page that is wrong; in `errors` they stand in the order of the checks. */
export const focusFirst =
  (form: Pick<Form, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    Object.keys(errors)
      .flatMap((path) => form.getInputNode(path) ?? [])
      .reduce<HTMLElement | null>((first, field) => (first === null || isBefore(field, first) ? field : first), null)
      ?.focus()

const isBefore = (one: Node, other: Node) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Says beside each field what the server refused of it, and leads to the first; nothing where no field is to blame. */
export function useRefusedFields(form: Form): (failure: unknown) => void {
  const { say, locale } = useContext(Words)
  return (failure) => {
    const errors = fieldErrors(say, locale, failure)
    form.setErrors(errors)
    focusFirst(form)(errors)
  }
}
