import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sayOfAccounts } from '../../session/account-words.ts'
import { emailWords } from '../../session/email-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { newPasswordWords } from '../../session/password-words.ts'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { EmailField } from '../../session/sign-in-fields.tsx'
import { useSay } from '../../session/words.ts'
import { createOwner } from './api.ts'
import { NewPasswordField } from './new-password-fields.tsx'

/** Full name, email and password of a new owner; tells the email once the account is there. */
export function SignUpForm({ done, after }: { done: (email: string) => void; after: ReactNode }) {
  const say = useSay()
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (text) => (text.trim() === '' ? sayOfAccounts('nameMissing') : null),
      email: (text) => emailWords(say, text),
      password: (text) => newPasswordWords(say, text),
    },
  })
  const entry = useMutation({
    mutationFn: createOwner,
    onSuccess: (_, { email }) => done(email),
    onError: useRefusedFields(form),
  })
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
