import type { PasswordInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PasswordField } from '#web/forms/sign-in-fields.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { newPasswordWords } from '#web/words/password.ts'
import { say } from '#web/words/words.ts'

export interface NewPassword {
  newPassword: string
  confirmPassword: string
}

export const newPasswordChecks = {
  newPassword: (text: string) => newPasswordWords(text),
  confirmPassword: (text: string, all: NewPassword) => (text === all.newPassword ? null : say('passwordsDiffer')),
}

/** An error replaces the password rule. */
export function NewPasswordField(props: PasswordInputProps) {
  const rule = props.error ? undefined : sayOfAccounts('passwordRule')
  return <PasswordField description={rule} autoComplete="new-password" required size="md" {...props} />
}

export function NewPasswordFields<V extends NewPassword>({ form, autoFocus = false }: { form: UseFormReturnType<V>; autoFocus?: boolean }) {
  return (
    <>
      <NewPasswordField
        label={sayOfAccounts('newPassword')}
        name="newPassword"
        autoFocus={autoFocus}
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label={sayOfAccounts('confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        required
        size="md"
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
