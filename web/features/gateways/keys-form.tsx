import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { vendorTitles } from '#contract/payments/payments.ts'
import { type GatewayAccount, useChangeGateway } from '#web/data/gateways.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { PasswordField } from '#web/forms/sign-in-fields.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { sayOfGateways } from '#web/words/gateways.ts'

/** Secrets are written and never read: an empty field keeps the stored one. */
export function KeysForm({
  mallId,
  account: { name, keyId, hasSecret, hasWebhookSecret },
  saved,
  cancel,
}: {
  mallId: string
  account: GatewayAccount
  saved: () => void
  cancel: () => void
}) {
  const form = useForm({
    initialValues: { keyId: keyId ?? '', keySecret: '', webhookSecret: '' },
    validate: {
      keyId: (text) => (text.trim() === '' ? sayOfGateways('keyMissing') : null),
      keySecret: (text, entered) =>
        text.trim() === '' && (!hasSecret || entered.keyId.trim() !== (keyId ?? '')) ? sayOfGateways('secretMissing') : null,
    },
  })
  const save = useChangeGateway(mallId, { onSuccess: saved, onError: showRefused(form) })
  const secret = (isSaved: boolean) => ({
    description: sayOfGateways(isSaved ? 'secretSaved' : 'secretOnce'),
    // No browser should keep the secret as a password of this person.
    autoComplete: 'new-password',
    spellCheck: false,
    maxLength: 200,
  })
  return (
    <form
      className="gateways__keys"
      aria-labelledby={`keys-${name}`}
      noValidate
      onKeyDown={getHotkeyHandler([['Escape', cancel]])}
      onSubmit={form.onSubmit((entered) => save.mutate({ name, ...entered }), focusFirst(form))}
    >
      <h4 id={`keys-${name}`}>{sayOfGateways('keysOf', { vendor: vendorTitles[name] })}</h4>
      <p className="form__hint">{sayOfGateways(`keysHint_${name}`)}</p>
      {keyId !== null && !['', keyId].includes(form.values.keyId.trim()) && <Trouble>{sayOfGateways('otherAccount')}</Trouble>}
      <FormFailure failure={save.error} />
      <TextInput
        label={sayOfGateways(`keyOf_${name}`)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        autoFocus
        {...form.getInputProps('keyId')}
      />
      <PasswordField label={sayOfGateways(`secretOf_${name}`)} {...secret(hasSecret)} {...form.getInputProps('keySecret')} />
      {name === 'razorpay' && (
        <PasswordField
          label={sayOfGateways('webhookSecret')}
          {...secret(hasWebhookSecret)}
          {...(hasWebhookSecret ? {} : { description: sayOfGateways('webhookSecretHint') })}
          {...form.getInputProps('webhookSecret')}
        />
      )}
      <div className="form__ways">
        <Button type="submit" variant="filled" loading={save.isPending}>
          {sayOfGateways('save')}
        </Button>
        <Button onClick={cancel}>{sayOfGateways('cancel')}</Button>
      </div>
    </form>
  )
}
