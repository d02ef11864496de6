import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { useSignIn } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst } from '#web/forms/refused-fields.ts'
import { EmailField, PasswordField } from '#web/forms/sign-in-fields.tsx'
import { isDemo } from '#web/session/page.ts'
import { emailWords } from '#web/words/email.ts'
import { say } from '#web/words/words.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { type SecondStep, secondStepOf } from './second-step.ts'

/**
 * Stores the session and calls `welcome`, or calls `secondStep`. `forgot` is the link to the password reset; `email` is the field's initial
 * value.
 */
export function LoginForm(props: {
  email: string
  welcome: (who: SignedIn) => void
  secondStep: (step: SecondStep) => void
  forgot: ReactNode
  after: ReactNode
}) {
  const password = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const form = useForm({
    initialValues: { email: props.email, password: '' },
    validate: {
      email: (text) => emailWords(text),
      password: (text) => (text === '' ? say('passwordMissing') : null),
    },
  })
  const entry = useSignIn({
    onSuccess: props.welcome,
    onError: (failure) => {
      const next = secondStepOf(failure)
      if (next) return props.secondStep(next)
      // The email is usually right; the password needs the correction.
      password.current?.select()
    },
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(({ email, password }) => entry.mutate({ email: email.trim(), password }), focusFirst(form))}
    >
      <h2>{say('login')}</h2>
      {entry.isError && secondStepOf(entry.error) === null && <FormFailure failure={entry.error} />}
      <EmailField autoComplete="username" required size="md" {...form.getInputProps('email')} />
      <PasswordField
        ref={password}
        label={say('password')}
        name="password"
        autoComplete="current-password"
        // After a sign-up the email is filled in, so start at the password.
        autoFocus={props.email !== ''}
        required
        size="md"
        {...form.getInputProps('password')}
      />
      <p className="sign-in__line">{props.forgot}</p>
      <Button ref={submit} type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {say('login')}
      </Button>
      {props.after}
      {isDemo && (
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
