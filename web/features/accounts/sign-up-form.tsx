import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { isEmail } from '../../../contract/checks.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { fieldErrors } from '../../session/field-errors.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { newPasswordWords } from '../../session/password-words.ts'
import { Words } from '../../session/words.ts'
import { createOwner } from './api.ts'

/** Full name, email and password of a new owner; tells the email once the account is there. */
export function SignUpForm({ done, after }: { done: (email: string) => void; after: ReactNode }) {
  const { say, locale } = useContext(Words)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (text) => (text.trim() === '' ? sayOfAccounts('nameMissing') : null),
      email: (text) => (text.trim() === '' ? say('emailMissing') : isEmail(text.trim()) ? null : say('emailWrong')),
      password: (text) => newPasswordWords(say, text),
    },
  })
  const entry = useMutation({
    mutationFn: createOwner,
    onSuccess: (_, { email }) => done(email),
    onError: (failure) => {
      const errors = fieldErrors(say, locale, failure)
      form.setErrors(errors)
      const first = Object.keys(errors)[0]
      if (first !== undefined) form.getInputNode(first)?.focus()
    },
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        ({ name, email, password }) => entry.mutate({ name: name.trim(), email: email.trim(), password }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus(),
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
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={say('email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        size="md"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={say('password')}
        description={sayOfAccounts('passwordRule')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {say('createAccount')}
      </Button>
      {after}
    </form>
  )
}
