import type { FormErrors } from '@mantine/form'
import { useContext } from 'react'
import { fieldErrors } from './field-errors.ts'
import { Words } from './words.ts'

/** As much of a form as is needed to lead somebody to a field. */
interface Form {
  getInputNode: (path: string) => HTMLElement | null
  setErrors: (errors: FormErrors) => void
}

/** Puts the cursor into the first field that is wrong. */
export const focusFirst =
  (form: Pick<Form, 'getInputNode'>) =>
  (errors: FormErrors): void =>
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()

/** Says beside each field what the server refused of it, and leads to the first; nothing where no field is to blame. */
export function useRefusedFields(form: Form): (failure: unknown) => void {
  const { say, locale } = useContext(Words)
  return (failure) => {
    const errors = fieldErrors(say, locale, failure)
    form.setErrors(errors)
    focusFirst(form)(errors)
  }
}
