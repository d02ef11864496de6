import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import QRCode from 'qrcode'
import { type ReactNode, useRef } from 'react'
import type { SignedIn } from '../../../contract/accounts.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { FormFailure } from '../../session/form-failure.tsx'
import { completeTotp } from './api.ts'
import { CodeField } from './code-field.tsx'
import { useEnter } from './use-who.ts'

interface Props {
  challenge: string
  /** The new secret, at the first sign-in that asks for a code. */
  enrol: { secret: string; url: string } | null
  welcome: (who: SignedIn) => void
  after: ReactNode
}

/** The code of an authenticator app; at the first time with what the app needs to know. */
export function TotpForm({ challenge, enrol, welcome, after }: Props) {
  const enter = useEnter()
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (/^\d{6}$/.test(text.replace(/\s/g, '')) ? null : sayOfAccounts('codeWrong')) },
  })
  const entry = useMutation({
    mutationFn: (code: string) => completeTotp({ challenge, code }),
    onSuccess: (entered) => welcome(enter(entered)),
    onError: () => field.current?.select(),
  })
  return (
    <form
      className="sign-in__form"
      noValidate
      onSubmit={form.onSubmit(
        ({ code }) => entry.mutate(code.replace(/\s/g, '')),
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

/** What an authenticator app scans, and the same to type. */
function Enrolment({ secret, url }: { secret: string; url: string }) {
  const code = useQuery({
    queryKey: ['enrolment', url],
    queryFn: () => QRCode.toDataURL(url, { margin: 3, width: 208 }),
    staleTime: Number.POSITIVE_INFINITY,
    // A secret is not kept once it has been seen.
    gcTime: 0,
  })
  return (
    <div className="enrolment">
      {code.data !== undefined && <img src={code.data} width="208" height="208" alt={sayOfAccounts('enrolQr')} />}
      <p>
        {sayOfAccounts('enrolSecret')} <code className="num">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  )
}
