import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import type { Role } from '../../../contract/accounts.ts'
import { isEmail } from '../../../contract/checks.ts'
import { CallFailure } from '../../api/call.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { failureWords } from '../../session/failure-words.ts'
import { fieldErrors } from '../../session/field-errors.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { newPasswordWords } from '../../session/password-words.ts'
import { Words } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { askForReset, finishReset } from './api.ts'
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx'

/** Whose password is reset, once the code is on its way. `message` is what the server said, `code` what demo mode shows. */
export interface Asked {
  email: string
  role: Role
  message: string
  code: string | null
}

const roles: readonly Role[] = ['owner', 'staff', 'superadmin']

/** Step 1: email and role; the code goes out by email. */
export function AskForResetForm({ asked }: { asked: (about: Asked) => void }) {
  const { say, locale } = useContext(Words)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', role: 'owner' as Role },
    validate: { email: (text) => (text.trim() === '' ? say('emailMissing') : isEmail(text.trim()) ? null : say('emailWrong')) },
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
      onSubmit={form.onSubmit(
        ({ email, role }) => entry.mutate({ email: email.trim(), role }),
        () => form.getInputNode('email')?.focus(),
      )}
    >
      <h2>{say('forgotPasswordTitle')}</h2>
      <p className="muted">{sayOfAccounts('resetHint')}</p>
      {entry.isError && (
        <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
          {/* Only the wait is worth telling apart: for the rest, the answer must not give away which accounts there are. */}
          {entry.error instanceof CallFailure && entry.error.status === 429
            ? failureWords(say, locale, entry.error)
            : sayOfAccounts('userNotFound')}
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
        autoFocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label={sayOfAccounts('role')}
        name="role"
        size="md"
        data={roles.map((role) => ({ value: role, label: say(role) }))}
        key={form.key('role')}
        {...form.getInputProps('role')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('sendCode')}
      </Button>
    </form>
  )
}

/** Step 2: the new password and the code that came by email. */
export function FinishResetForm({ about, done, back }: { about: Asked; done: () => void; back: () => void }) {
  const { say, locale } = useContext(Words)
  const form = useForm<NewPassword & { resetCode: string }>({
    mode: 'uncontrolled',
    initialValues: { newPassword: '', confirmPassword: '', resetCode: about.code ?? '' },
    validate: {
      newPassword: (text) => newPasswordWords(say, text),
      confirmPassword: (text, all) => (text === all.newPassword ? null : say('passwordsDiffer')),
      resetCode: (text) => (/^\d{6}$/.test(text.trim()) ? null : sayOfAccounts('codeWrong')),
    },
  })
  const entry = useMutation({
    mutationFn: (values: NewPassword & { resetCode: string }) => finishReset({ email: about.email, role: about.role, ...values }),
    onSuccess: done,
    onError: (failure) => form.setErrors(fieldErrors(say, locale, failure)),
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        (values) => entry.mutate({ ...values, resetCode: values.resetCode.trim() }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'newPassword')?.focus(),
      )}
    >
      <h2>{sayOfAccounts('newPasswordTitle')}</h2>
      <Alert role="status" color="cart" variant="light" className="alert alert--info" icon={<Icon name="check" />}>
        {about.message} {about.code !== null && sayOfAccounts('demoCode', { code: about.code })}
      </Alert>
      <FormFailure failure={entry.error} />
      <NewPasswordFields form={form} autoFocus />
      <TextInput
        label={sayOfAccounts('resetCode')}
        name="resetCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        withAsterisk={false}
        size="md"
        key={form.key('resetCode')}
        {...form.getInputProps('resetCode')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('setPassword')}
      </Button>
      <Button variant="subtle" color="gray" onClick={back}>
        {sayOfAccounts('otherEmail')}
      </Button>
    </form>
  )
}
