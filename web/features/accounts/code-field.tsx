import { TextInput, type TextInputProps } from '@mantine/core'

/** A field for a code from an email or an app. By default the code has six digits; spaces between them are allowed. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={40} required withAsterisk={false} size="md" {...props} />
}
