import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import type { SignedIn } from '../../../contract/accounts.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { fieldErrors } from '../../session/field-errors.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { newPasswordWords } from '../../session/password-words.ts'
import { Words } from '../../session/words.ts'
import { setFirstPassword } from './api.ts'
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { type SecondStep, secondStepOf } from './second-step.ts'
import { useEnter } from './use-who.ts'

/** The first sign-in with a password that somebody else has made: a password of one's own takes its place. A super administrator may have to take one more step. */
export function FirstPasswordForm({
  challenge,
  welcome,
  secondStep,
  after,
}: {
  challenge: string
  welcome: (who: SignedIn) => void
  secondStep: (step: SecondStep) => void
  after: ReactNode
}) {
  const { say, locale } = useContext(Words)
  const enter = useEnter()
  const form = useForm<NewPassword>({
    mode: 'uncontrolled',
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: {
      newPassword: (text) => newPasswordWords(say, text),
      confirmPassword: (text, all) => (text === all.newPassword ? null : say('passwordsDiffer')),
    },
  })
  const entry = useMutation({
    mutationFn: (values: NewPassword) => setFirstPassword({ challenge, ...values }),
    onSuccess: (entered) => welcome(enter(entered)),
    onError: (failure) => {
      const next = secondStepOf(failure)
      if (next) return secondStep(next)
      form.setErrors(fieldErrors(say, locale, failure))
    },
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        (values) => entry.mutate(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'newPassword')?.focus(),
      )}
    >
      <h2>{sayOfAccounts('ownPasswordTitle')}</h2>
      <p className="muted">{sayOfAccounts('ownPasswordHint')}</p>
      <FormFailure failure={secondStepOf(entry.error) === null ? entry.error : null} />
      <NewPasswordFields form={form} autoFocus />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('saveAndSignIn')}
      </Button>
      {after}
    </form>
  )
}
