import type { FormErrors } from '@mantine/form'
import { fieldErrors } from './field-errors.ts'

/** The part of a form that is needed to lead a person to a field. */
interface Form {
  getInputNode: (path: string) => HTMLElement | null
  setErrors: (errors: FormErrors) => void
}

/** Puts the cursor into the first field on the page that is wrong. `errors` lists the fields in the order of the checks. */
export const focusFirst =
  (form: Pick<Form, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    Object.keys(errors)
      .flatMap((path) => form.getInputNode(path) ?? [])
      .reduce<HTMLElement | null>((first, field) => (first === null || isBefore(field, first) ? field : first), null)
      ?.focus()

const isBefore = (one: Node, other: Node) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Shows next to each field what the server refused, and leads to the first one. Does nothing if no field is wrong. */
export const showRefused =
  (form: Form) =>
  (failure: unknown): void => {
    const errors = fieldErrors(failure)
    form.setErrors(errors)
    focusFirst(form)(errors)
  }
