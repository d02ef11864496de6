import { TextInput, type TextInputProps } from '@mantine/core'
import { CODE_DIGITS, codeIn } from '#contract/base/typed.ts'

/** Takes the code as a person types or pastes it. */
export const isCode = (text: string): boolean => codeIn(text).length === CODE_DIGITS

/** For a code from an email or an app. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={40} required withAsterisk={false} size="md" {...props} />
}
