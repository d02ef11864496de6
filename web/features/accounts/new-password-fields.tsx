import { PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { sayOfAccounts } from '../../session/account-words.ts'
import { useSay } from '../../session/words.ts'

/** What a form with these fields holds. */
export interface NewPassword {
  newPassword: string
  confirmPassword: string
}

/** A new password and the same once more. */
export function NewPasswordFields<V extends NewPassword>({ form, autoFocus = false }: { form: UseFormReturnType<V>; autoFocus?: boolean }) {
  const say = useSay()
  const toggle = { 'aria-label': say('showPassword'), tabIndex: 0 }
  return (
    <>
      <PasswordInput
        label={sayOfAccounts('newPassword')}
        description={sayOfAccounts('passwordRule')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="newPassword"
        autoComplete="new-password"
        required
        withAsterisk={false}
        size="md"
        autoFocus={autoFocus}
        visibilityToggleButtonProps={toggle}
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={sayOfAccounts('confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        required
        withAsterisk={false}
        size="md"
        visibilityToggleButtonProps={toggle}
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
