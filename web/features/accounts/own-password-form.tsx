import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChangePassword } from '#web/data/accounts/own.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { CurrentPasswordField, currentPasswordCheck } from './current-password-field.tsx'
import { NewPasswordFields, newPasswordChecks } from './new-password-fields.tsx'

/** `changed` gets the new session token. */
export function OwnPasswordForm({ email, changed }: { email: string; changed: (token: string) => void }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: { currentPassword: currentPasswordCheck, ...newPasswordChecks },
  })
  const change = useChangePassword({
    onSuccess: (token) => {
      form.reset()
      changed(token)
    },
    onError: showRefused(form),
  })
  return (
    <form
      className="panel form"
      aria-labelledby="own-password"
      noValidate
      onSubmit={form.onSubmit((values) => change.mutate(values), focusFirst(form))}
    >
      <h2 id="own-password">{sayOfOwnAccount('password')}</h2>
      <p className="form__hint">{sayOfOwnAccount('passwordHint')}</p>
      <FormFailure failure={change.error} />
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField {...form.getInputProps('currentPassword')} />
      <NewPasswordFields form={form} />
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={change.isPending}>
          {sayOfOwnAccount('changePassword')}
        </Button>
      </div>
    </form>
  )
}
