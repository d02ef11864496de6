import { Alert, Anchor, Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import type { Role } from '../../../contract/accounts.ts'
import { CallFailure } from '../../api/call.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { emailWords } from '../../session/email-words.ts'
import { failureWords } from '../../session/failure-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { EmailField } from '../../session/sign-in-fields.tsx'
import { useSay, Words } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { askForReset, finishReset } from './api.ts'
import { CodeField } from './code-field.tsx'
import { type NewPassword, NewPasswordFields, newPasswordChecks } from './new-password-fields.tsx'

/** Whose password is reset, once the code is on its way. `message` is what the server said, `code` what demo mode shows. */
export interface Asked {
  email: string
  role: Role
  message: string
  code: string | null
}

const roles: readonly Role[] = ['owner', 'staff', 'superadmin']

/** Step 1: email and role; the code goes out by email. `login` is the way back. */
export function AskForResetForm({ asked, login }: { asked: (about: Asked) => void; login: ReactNode }) {
  const { say, locale } = useContext(Words)
  const form = useForm({
    initialValues: { email: '', role: 'owner' as Role },
    validate: { email: (text) => emailWords(say, text) },
  })
  const entry = useMutation({
    mutationFn: askForReset,
    onSuccess: (answer, about) =>
      asked({ ...about, message: locale === 'en' ? answer.message : sayOfAccounts('codeSent'), code: answer.resetCode ?? null }),
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(({ email, role }) => entry.mutate({ email: email.trim(), role }), focusFirst(form))}
    >
      <h2>{say('forgotPasswordTitle')}</h2>
      <p className="muted">{sayOfAccounts('resetHint')}</p>
      {entry.isError && (
        <Trouble>
          {/* Only the wait is worth telling apart: for the rest, the answer must not give away which accounts there are. */}
          {entry.error instanceof CallFailure && entry.error.status === 429
            ? failureWords(say, locale, entry.error)
            : sayOfAccounts('userNotFound')}
        </Trouble>
      )}
      <EmailField autoComplete="username" required size="md" autoFocus {...form.getInputProps('email')} />
      <NativeSelect
        label={sayOfAccounts('role')}
        name="role"
        size="md"
        data={roles.map((role) => ({ value: role, label: say(role) }))}
        {...form.getInputProps('role')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('sendCode')}
      </Button>
      <p className="sign-in__line">{login}</p>
    </form>
  )
}

interface FinishProps {
  about: Asked
  done: () => void
  back: () => void
  login: ReactNode
}

/** Step 2: the new password and the code that came by email. */
export function FinishResetForm({ about, done, back, login }: FinishProps) {
  const say = useSay()
  const form = useForm<NewPassword & { resetCode: string }>({
    initialValues: { newPassword: '', confirmPassword: '', resetCode: about.code ?? '' },
    validate: {
      ...newPasswordChecks(say),
      resetCode: (text) => (/^\d{6}$/.test(text.trim()) ? null : sayOfAccounts('codeWrong')),
    },
  })
  const entry = useMutation({
    mutationFn: (values: NewPassword & { resetCode: string }) => finishReset({ email: about.email, role: about.role, ...values }),
    onSuccess: done,
    onError: useRefusedFields(form),
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit((values) => entry.mutate({ ...values, resetCode: values.resetCode.trim() }), focusFirst(form))}
    >
      <h2>{sayOfAccounts('newPasswordTitle')}</h2>
      <Alert role="status" color="cart" variant="light" className="alert alert--info" icon={<Icon name="check" />}>
        {about.message} {about.code !== null && sayOfAccounts('demoCode', { code: about.code })}
      </Alert>
      <FormFailure failure={entry.error} />
      <NewPasswordFields form={form} autoFocus />
      <CodeField label={sayOfAccounts('resetCode')} name="resetCode" {...form.getInputProps('resetCode')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('setPassword')}
      </Button>
      <p className="sign-in__line">
        {login}
        <Anchor component="button" type="button" onClick={back}>
          {sayOfAccounts('otherEmail')}
        </Anchor>
      </p>
    </form>
  )
}
