import { TextInput, type TextInputProps } from '@mantine/core'
import { CODE_DIGITS, codeIn } from '#contract/base/typed.ts'

/** True for the six digits of an authenticator app, as a person types or pastes them. */
export const isCode = (text: string): boolean => codeIn(text).length === CODE_DIGITS

/** A field for a code from an email or an app. By default the code has six digits. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={40} required withAsterisk={false} size="md" {...props} />
}
