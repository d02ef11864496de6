import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { trimmed } from '#contract/base/typed.ts'
import { type SignedUp, useSignUp } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { EmailField } from '#web/forms/sign-in-fields.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { emailWords } from '#web/words/email.ts'
import { newPasswordWords } from '#web/words/password.ts'
import { say } from '#web/words/words.ts'
import { NewPasswordField } from './new-password-fields.tsx'

/** `done` gets the email, and whether the owner must confirm it by mail first. */
export function SignUpForm({ done, after }: { done: (email: string, next: SignedUp) => void; after: ReactNode }) {
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (text) => (trimmed(text) === '' ? sayOfAccounts('nameMissing') : null),
      email: (text) => emailWords(text),
      password: (text) => newPasswordWords(text),
    },
  })
  const entry = useSignUp({ onSuccess: (next, { email }) => done(email, next), onError: showRefused(form) })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        ({ name, email, password }) => entry.mutate({ name: name.trim(), email: email.trim(), password }),
        focusFirst(form),
      )}
    >
      <h2>{say('createAccount')}</h2>
      <FormFailure failure={entry.error} />
      <TextInput
        label={sayOfAccounts('fullName')}
        name="name"
        autoComplete="name"
        required
        withAsterisk={false}
        size="md"
        autoFocus
        {...form.getInputProps('name')}
      />
      <EmailField autoComplete="username" required size="md" {...form.getInputProps('email')} />
      <NewPasswordField label={say('password')} name="password" {...form.getInputProps('password')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {say('createAccount')}
      </Button>
      {after}
    </form>
  )
}
