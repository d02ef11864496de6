import { Alert, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { useConfirmSignUp } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { PasswordField } from '#web/forms/sign-in-fields.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { say } from '#web/words/words.ts'

/** `after` is the link back to the login. */
export function CheckYourMail({ email, after }: { email: string; after: ReactNode }) {
  return (
    <section className="sign-in__form">
      <h2>{sayOfAccounts('checkMailTitle')}</h2>
      <Alert role="status" color="cart" variant="light" className="alert--info" icon={<Icon name="check" />}>
        {sayOfAccounts('checkMail', { email })}
      </Alert>
      <p className="muted">{sayOfAccounts('checkMailHint')}</p>
      {after}
    </section>
  )
}

/** The page behind the link in the mail. The password chosen at sign-up opens the account. */
export function ConfirmForm({ code, welcome, after }: { code: string; welcome: (who: SignedIn) => void; after: ReactNode }) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? say('passwordMissing') : null) },
  })
  const entry = useConfirmSignUp(code, { onSuccess: welcome, onError: showRefused(form) })
  return (
    <form className="sign-in__form" noValidate onSubmit={form.onSubmit(({ password }) => entry.mutate(password), focusFirst(form))}>
      <h2>{sayOfAccounts('confirmTitle')}</h2>
      <p className="muted">{sayOfAccounts('confirmHint')}</p>
      <FormFailure failure={entry.error} />
      <PasswordField
        label={say('password')}
        name="password"
        autoComplete="current-password"
        required
        size="md"
        autoFocus
        {...form.getInputProps('password')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('confirmNow')}
      </Button>
      {after}
    </form>
  )
}
