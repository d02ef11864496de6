import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { say } from '#web/words/words.ts'

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label={say('email')}
      // As an email field, a browser would turn letters of other scripts after the at sign into `xn--`, before we can read them.
      type="text"
      inputMode="email"
      name="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
      withAsterisk={false}
      {...props}
    />
  )
}

/** The button that shows it has a name and a place in the Tab order. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput withAsterisk={false} visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }} {...props} />
}
