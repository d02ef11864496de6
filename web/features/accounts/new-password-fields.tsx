import type { PasswordInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { sayOfAccounts } from '../../session/account-words.ts'
import { newPasswordWords } from '../../session/password-words.ts'
import { PasswordField } from '../../session/sign-in-fields.tsx'
import type { ConsoleSay } from '../../session/words.ts'

/** What a form with these fields holds. */
export interface NewPassword {
  newPassword: string
  confirmPassword: string
}

/** What such a form asks of the two. */
export const newPasswordChecks = (say: ConsoleSay) => ({
  newPassword: (text: string) => newPasswordWords(say, text),
  confirmPassword: (text: string, all: NewPassword) => (text === all.newPassword ? null : say('passwordsDiffer')),
})

/** A password that is chosen now; its rule gives way to what is wrong with it. */
export function NewPasswordField(props: PasswordInputProps) {
  const rule = props.error ? undefined : sayOfAccounts('passwordRule')
  return <PasswordField description={rule} autoComplete="new-password" required size="md" {...props} />
}

/** A new password and the same once more. */
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
