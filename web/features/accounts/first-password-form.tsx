import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { useFirstPassword } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { sayOfAccounts } from '#web/words/account.ts'
import { type NewPassword, NewPasswordFields, newPasswordChecks } from './new-password-fields.tsx'
import { type SecondStep, secondStepOf } from './second-step.ts'

/**
 * For the first sign-in with a password that another person created. If the account has a second factor, or must add one, `secondStep` gets
 * that step.
 */
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
  const form = useForm<NewPassword>({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: newPasswordChecks,
  })
  const refuse = showRefused(form)
  const entry = useFirstPassword(challenge, {
    onSuccess: welcome,
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
