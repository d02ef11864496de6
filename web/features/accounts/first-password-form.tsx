import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SignedIn } from '../../../contract/accounts.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { focusFirst, useRefusedFields } from '../../session/refused-fields.ts'
import { useSay } from '../../session/words.ts'
import { setFirstPassword } from './api.ts'
import { type NewPassword, NewPasswordFields, newPasswordChecks } from './new-password-fields.tsx'
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
  const say = useSay()
  const enter = useEnter()
  const form = useForm<NewPassword>({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: newPasswordChecks(say),
  })
  const refuse = useRefusedFields(form)
  const entry = useMutation({
    mutationFn: (values: NewPassword) => setFirstPassword({ challenge, ...values }),
    onSuccess: (entered) => welcome(enter(entered)),
    onError: (failure) => {
      const next = secondStepOf(failure)
      if (next) return secondStep(next)
      refuse(failure)
    },
  })
  return (
    <form className="sign-in__form" noValidate onSubmit={form.onSubmit((values) => entry.mutate(values), focusFirst(form))}>
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
