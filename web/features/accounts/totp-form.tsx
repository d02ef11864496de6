import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { codeIn } from '#contract/base/typed.ts'
import { useTotp } from '#web/data/accounts/sign-in.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { CodeField, isCode } from './code-field.tsx'
import { Enrolment } from './enrolment.tsx'

interface Props {
  challenge: string
  /** Set at the first sign-in that asks for a code. */
  enrol: { secret: string; url: string } | null
  welcome: (who: SignedIn) => void
  after: ReactNode
}

/** The first time, it also shows what the authenticator app needs. */
export function TotpForm({ challenge, enrol, welcome, after }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (isCode(text) ? null : sayOfAccounts('codeWrong')) },
  })
  const entry = useTotp(challenge, { onSuccess: welcome, onError: () => field.current?.select() })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => entry.mutate(codeIn(code)),
        () => field.current?.focus(),
      )}
    >
      <h2>{sayOfAccounts(enrol ? 'enrolTitle' : 'totpTitle')}</h2>
      <p className="muted">{sayOfAccounts(enrol ? 'enrolHint' : 'totpHint')}</p>
      {enrol && <Enrolment secret={enrol.secret} url={enrol.url} />}
      <FormFailure failure={entry.error} />
      <CodeField ref={field} label={sayOfAccounts('appCode')} name="code" autoFocus {...form.getInputProps('code')} />
      <Button type="submit" variant="filled" size="md" fullWidth loading={entry.isPending}>
        {sayOfAccounts('confirmCode')}
      </Button>
      {after}
    </form>
  )
}
