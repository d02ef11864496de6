import { TextInput, type TextInputProps } from '@mantine/core'

/** Six digits that came by email or from an app; spaces between them are fine. */
export function CodeField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={20} required withAsterisk={false} size="md" {...props} />
}
