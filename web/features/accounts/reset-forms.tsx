import { Alert, Anchor, Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Role } from '#contract/accounts/accounts.ts'
import { CallFailure } from '#web/api/call.ts'
import { useAskForReset, useFinishReset } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { EmailField } from '#web/forms/sign-in-fields.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { emailWords } from '#web/words/email.ts'
import { failureWords } from '#web/words/failure.ts'
import { ownLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'
import { CodeField } from './code-field.tsx'
import { type NewPassword, NewPasswordFields, newPasswordChecks } from './new-password-fields.tsx'

/** The code is on its way. `message` comes from the server; `code` is what demo mode shows or the link has. */
export interface Asked {
  email: string
  role: Role
  message: string
  code: string | null
  byLink: boolean
}

export const roles: readonly Role[] = ['owner', 'staff', 'superadmin']

/** Step 1. `login` is the link back. */
export function AskForResetForm({ asked, login }: { asked: (about: Asked) => void; login: ReactNode }) {
  const form = useForm({
    initialValues: { email: '', role: 'owner' as Role },
    validate: { email: (text) => emailWords(text) },
  })
  const entry = useAskForReset({
    onSuccess: (answer, about) =>
      asked({
        ...about,
        message: ownLocale === 'en' ? answer.message : sayOfAccounts('codeSent'),
        code: answer.resetCode ?? null,
        byLink: false,
      }),
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
          {/* Only a 429 has its own message. All others look alike, so that no one learns which accounts exist. */}
          {entry.error instanceof CallFailure && entry.error.status === 429
            ? failureWords(entry.error)
            : [<span key="what">{sayOfAccounts('userNotFound')}</span>, ' ', <span key="do">{sayOfAccounts('checkRole')}</span>]}
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

/** Step 2. */
export function FinishResetForm({ about, done, back, login }: FinishProps) {
  const form = useForm<NewPassword & { resetCode: string }>({
    initialValues: { newPassword: '', confirmPassword: '', resetCode: about.code ?? '' },
    validate: {
      ...newPasswordChecks,
      resetCode: (text) => (text.replace(/[\s-]/g, '').length === 16 ? null : sayOfAccounts('resetCodeWrong')),
    },
  })
  const entry = useFinishReset(about, { onSuccess: done, onError: showRefused(form) })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit((values) => entry.mutate({ ...values, resetCode: values.resetCode.trim() }), focusFirst(form))}
    >
      <h2>{sayOfAccounts('newPasswordTitle')}</h2>
      <Alert role="status" color="cart" variant="light" className="alert--info" icon={<Icon name="check" />}>
        {about.message} {about.code !== null && !about.byLink && sayOfAccounts('demoCode', { code: about.code })}
      </Alert>
      <FormFailure failure={entry.error} />
      <NewPasswordFields form={form} autoFocus />
      <CodeField label={sayOfAccounts('resetCode')} name="resetCode" inputMode="text" maxLength={40} {...form.getInputProps('resetCode')} />
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
