import { Alert, Badge, Button, CopyButton, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { vendorTitles } from '#contract/payments/payments.ts'
import { CallFailure } from '#web/api/call.ts'
import { type GatewayAccount, useChangeGateway, useTestGateway } from '#web/data/gateways.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { tell } from '#web/ui/tell.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useWayBack } from '#web/ui/use-way-back.ts'
import { sayOfGateways } from '#web/words/gateways.ts'
import { moment } from '#web/words/moment.ts'
import { say } from '#web/words/words.ts'
import { KeysForm } from './keys-form.tsx'

export function GatewayCard({ mallId, timeZone, account }: { mallId: string; timeZone: string; account: GatewayAccount }) {
  const [editing, setEditing] = useState(false)
  const { remember, goBack } = useWayBack()
  const { name } = account
  const vendor = vendorTitles[name]
  const told = useTestGateway(mallId, name)
  const news = (text: string) => tell({ topic: `gateway-${name}`, text, close: say('closeMessage') })
  const change = useChangeGateway(mallId, {
    onSuccess: (_accounts, { on }) => news(sayOfGateways(on ? 'switchedOn' : 'switchedOff', { vendor })),
  })
  const leave = () => {
    goBack()
    setEditing(false)
  }
  return (
    <article className="gateways__card" aria-labelledby={`gateway-${name}`}>
      <header className="gateways__head">
        <h3 id={`gateway-${name}`}>{vendor}</h3>
        <Badge data-tone={account.on ? 'ok' : undefined}>{sayOfGateways(account.on ? 'on' : 'off')}</Badge>
        {account.keyId !== null && (
          <Badge data-tone={account.live ? undefined : 'warn'}>{sayOfGateways(account.live ? 'live' : 'test')}</Badge>
        )}
      </header>
      <Switch
        label={sayOfGateways('switchOn', { vendor })}
        checked={account.on}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ name, on: event.currentTarget.checked })}
      />
      <FormFailure failure={change.error} />
      <Facts account={account} timeZone={timeZone} />
      <Webhook account={account} />
      <KeysTold told={told} vendor={vendor} isTestKey={account.keyId !== null && !account.live} />
      {editing ? (
        <KeysForm
          mallId={mallId}
          account={account}
          cancel={leave}
          saved={() => {
            news(sayOfGateways('changed', { vendor }))
            leave()
            change.reset()
            told.mutate()
          }}
        />
      ) : (
        <div className="form__ways">
          <Button
            variant={account.keyId === null ? 'filled' : 'default'}
            leftSection={<Icon name="edit" />}
            aria-describedby={`gateway-${name}`}
            onClick={(event) => {
              remember(event)
              change.reset()
              setEditing(true)
            }}
          >
            {sayOfGateways(account.keyId === null ? 'enterKeys' : 'changeKeys')}
          </Button>
          {account.keyId !== null && account.hasSecret && (
            <Button
              leftSection={<Icon name="check" />}
              loading={told.isPending}
              aria-describedby={`gateway-${name}`}
              onClick={() => told.mutate()}
            >
              {sayOfGateways('testKeys')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

/** A secret is shown only as *saved* or *missing*. */
function Facts({ account, timeZone }: { account: GatewayAccount; timeZone: string }) {
  const { name, keyId, hasSecret, hasWebhookSecret, lastWebhookAt } = account
  const isThere = (has: boolean): ReactNode => (has ? sayOfGateways('saved') : <em>{sayOfGateways('missing')}</em>)
  return (
    <dl className="gateways__facts">
      <div>
        <dt>{sayOfGateways(`keyOf_${name}`)}</dt>
        <dd className="num">{keyId ?? <em>{sayOfGateways('missing')}</em>}</dd>
      </div>
      <div>
        <dt>{sayOfGateways(`secretOf_${name}`)}</dt>
        <dd>{isThere(hasSecret)}</dd>
      </div>
      {name === 'razorpay' && (
        <div>
          <dt>{sayOfGateways('webhookSecret')}</dt>
          <dd>{isThere(hasWebhookSecret)}</dd>
        </div>
      )}
      <div>
        <dt>{sayOfGateways('lastWebhook')}</dt>
        <dd className="num">{lastWebhookAt === null ? sayOfGateways('neverWebhook') : moment(lastWebhookAt, timeZone)}</dd>
      </div>
    </dl>
  )
}

function Webhook({ account: { name, webhookUrl } }: { account: GatewayAccount }) {
  return (
    <div className="gateways__webhook">
      <b id={`webhook-${name}`}>{sayOfGateways('webhook')}</b>
      <div className="gateways__address">
        <code>{webhookUrl}</code>
        <CopyButton value={webhookUrl}>
          {({ copied, copy }) => (
            <Button leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy} aria-describedby={`gateway-${name}`}>
              {sayOfGateways(copied ? 'copied' : 'copyAddress')}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className="form__hint">{sayOfGateways(`webhookHint_${name}`)}</p>
    </div>
  )
}

/** Nothing is shown before the first test. */
function KeysTold({ told, vendor, isTestKey }: { told: ReturnType<typeof useTestGateway>; vendor: string; isTestKey: boolean }) {
  if (told.isError)
    return told.error instanceof CallFailure && told.error.code === 'gateway_unavailable' ? (
      <Trouble>{sayOfGateways('notTested', { vendor })}</Trouble>
    ) : (
      <FormFailure failure={told.error} />
    )
  if (!told.data) return null
  if (!told.data.accepted) return <Trouble>{sayOfGateways('refused', { vendor })}</Trouble>
  return (
    <Alert role="status" color="green" variant="light" icon={<Icon name="check" />}>
      {sayOfGateways('accepted', { vendor })}
      {isTestKey && ` ${sayOfGateways('isTest')}`}
    </Alert>
  )
}
