import type { PasswordInputProps } from '@mantine/core'
import { PasswordField } from '#web/forms/sign-in-fields.tsx'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { say } from '#web/words/words.ts'

export const currentPasswordCheck = (text: string) => (text === '' ? say('passwordMissing') : null)

export function CurrentPasswordField(props: PasswordInputProps) {
  return (
    <PasswordField
      label={sayOfOwnAccount('currentPassword')}
      name="currentPassword"
      autoComplete="current-password"
      maxLength={128}
      required
      size="md"
      {...props}
    />
  )
}
