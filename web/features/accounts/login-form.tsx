import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext, useRef } from 'react'
import { isEmail } from '../../../contract/checks.ts'
import { failureWords } from '../../session/failure-words.ts'
import { useDemo } from '../../session/page.ts'
import { storeSession } from '../../session/session.ts'
import { Words } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { signIn } from './api.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { useRememberWho } from './use-who.ts'

/** Email and password; stores the session, which leads on by itself. `forgot` is the link to the password reset, `after` what stands below. */
export function LoginForm({ forgot, after }: { forgot: ReactNode; after: ReactNode }) {
  const { say, locale } = useContext(Words)
  const demo = useDemo()
  const remember = useRememberWho()
  const password = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (text) => (text.trim() === '' ? say('emailMissing') : isEmail(text.trim()) ? null : say('emailWrong')),
      password: (text) => (text === '' ? say('passwordMissing') : null),
    },
  })
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: ({ session, who }) => {
      remember(session.token, who)
      storeSession(session)
    },
    // The email is usually right: what to mend is the password.
    onError: () => password.current?.select(),
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        ({ email, password }) => entry.mutate({ email: email.trim(), password }),
        (errors) => form.getInputNode(errors.email ? 'email' : 'password')?.focus(),
      )}
    >
      <h2>{say('login')}</h2>
      {entry.isError && (
        <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
          {failureWords(say, locale, entry.error)}
        </Alert>
      )}
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
        ref={password}
        label={say('password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': say('showPassword'), tabIndex: 0 }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <p className="sign-in__line">{forgot}</p>
      <Button ref={submit} type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {say('login')}
      </Button>
      {after}
      {demo && (
        <DemoAccounts
          fill={(credentials) => {
            form.setValues(credentials)
            form.clearErrors()
            entry.reset()
            submit.current?.focus()
          }}
        />
      )}
    </form>
  )
}
