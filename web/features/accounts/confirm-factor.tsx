import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { codeIn } from '#contract/base/typed.ts'
import { useConfirmSecondFactor } from '#web/data/accounts/own.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { sayOfAccounts } from '#web/words/account.ts'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { CodeField, isCode } from './code-field.tsx'
import { Enrolment } from './enrolment.tsx'

/** `confirmed` gets the new session token. */
export function ConfirmFactor({
  offer,
  confirmed,
  cancel,
}: {
  offer: { secret: string; url: string }
  confirmed: (token: string) => void
  cancel: () => void
}) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (isCode(text) ? null : sayOfAccounts('codeWrong')) },
  })
  const confirmation = useConfirmSecondFactor({ onSuccess: confirmed, onError: showRefused(form) })
  return (
    <form
      className="account__offer"
      aria-label={sayOfOwnAccount('scanTitle')}
      noValidate
      onSubmit={form.onSubmit(({ code }) => confirmation.mutate(codeIn(code)), focusFirst(form))}
    >
      <h3>{sayOfOwnAccount('scanTitle')}</h3>
      <p className="muted">{sayOfOwnAccount('scanHint')}</p>
      <Enrolment {...offer} />
      <FormFailure failure={confirmation.error} />
      <CodeField label={sayOfAccounts('appCode')} name="code" autoFocus {...form.getInputProps('code')} />
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={confirmation.isPending}>
          {sayOfOwnAccount('confirmFactor')}
        </Button>
        <Button onClick={cancel}>{sayOfOwnAccount('cancel')}</Button>
      </div>
    </form>
  )
}
