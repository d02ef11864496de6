import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { SignedIn } from '../../../contract/accounts.ts'
import { emailWords } from '../../session/email-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { useDemo } from '../../session/page.ts'
import { focusFirst } from '../../session/refused-fields.ts'
import { EmailField, PasswordField } from '../../session/sign-in-fields.tsx'
import { useSay } from '../../session/words.ts'
import { signIn } from './api.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { type SecondStep, secondStepOf } from './second-step.ts'
import { useEnter } from './use-who.ts'

/**
 * Email and password; stores the session and tells who came in, or that a second step is due. `forgot` is the link to the password
 * reset, `email` what the field begins with.
 */
export function LoginForm(props: {
  email: string
  welcome: (who: SignedIn) => void
  secondStep: (step: SecondStep) => void
  forgot: ReactNode
  after: ReactNode
}) {
  const say = useSay()
  const demo = useDemo()
  const enter = useEnter()
  const password = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const form = useForm({
    initialValues: { email: props.email, password: '' },
    validate: {
      email: (text) => emailWords(say, text),
      password: (text) => (text === '' ? say('passwordMissing') : null),
    },
  })
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: (entered) => props.welcome(enter(entered)),
    onError: (failure) => {
      const next = secondStepOf(failure)
      if (next) return props.secondStep(next)
      // The email is usually right: what to mend is the password.
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
        // Whoever comes from the sign-up goes on here.
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
