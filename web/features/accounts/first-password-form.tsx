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
import { useEnter } from './use-who.ts'

/** The first sign-in with a password that somebody else has made: a password of one's own takes its place. */
export function FirstPasswordForm({
  challenge,
  welcome,
  after,
}: {
  challenge: string
  welcome: (who: SignedIn) => void
  after: ReactNode
}) {
  const say = useSay()
  const enter = useEnter()
  const form = useForm<NewPassword>({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: newPasswordChecks(say),
  })
  const entry = useMutation({
    mutationFn: (values: NewPassword) => setFirstPassword({ challenge, ...values }),
    onSuccess: (entered) => welcome(enter(entered)),
    onError: useRefusedFields(form),
  })
  return (
    <form className="sign-in__form" noValidate onSubmit={form.onSubmit((values) => entry.mutate(values), focusFirst(form))}>
      <h2>{sayOfAccounts('ownPasswordTitle')}</h2>
      <p className="muted">{sayOfAccounts('ownPasswordHint')}</p>
      <FormFailure failure={entry.error} />
      <NewPasswordFields form={form} autoFocus />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('saveAndSignIn')}
      </Button>
      {after}
    </form>
  )
}
