import { Badge, Button, Loader } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Role } from '#contract/accounts/accounts.ts'
import { beginSecondFactor, removeSecondFactor, useFactorRemoved, useSecondFactor } from '#web/data/accounts/own.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { lazyPart } from '#web/words/lazy-part.ts'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { say } from '#web/words/words.ts'
import { PasswordQuestion } from './password-question.tsx'

/** Loaded on demand, because the QR code needs its own library. */
const ConfirmFactor = lazyPart(async () => (await import('./confirm-factor.tsx')).ConfirmFactor)

/** `changed` gets the new session token. */
export function SecondFactorPanel({ role, changed }: { role: Role; changed: (token: string, isOn: boolean) => void }) {
  const factor = useSecondFactor()
  const removed = useFactorRemoved()
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null)
  const [offer, setOffer] = useState<{ secret: string; url: string } | null>(null)
  const close = () => setAsking(null)
  const done = (token: string, isOn: boolean) => {
    setAsking(null)
    setOffer(null)
    changed(token, isOn)
  }
  return (
    <section className="panel form" aria-labelledby="second-factor">
      <div className="account__head">
        <h2 id="second-factor">{sayOfOwnAccount('secondFactor')}</h2>
        {factor.data && (
          <Badge data-tone={factor.data.on ? 'ok' : undefined}>{sayOfOwnAccount(factor.data.on ? 'factorOn' : 'factorOff')}</Badge>
        )}
      </div>
      {factor.isPending && <Loader aria-label={say('loading')} />}
      {factor.isError && <ReadFailure text={sayOfOwnAccount('unread')} retry={factor.refetch} />}
      {factor.data && offer === null && (
        <>
          <p className="form__hint">{sayOfOwnAccount(factor.data.on ? 'factorOnHint' : 'factorOffHint')}</p>
          <Lost role={role} required={factor.data.required} />
          <div className="form__ways">
            {!factor.data.on && (
              <Button variant="outline" onClick={() => setAsking('add')}>
                {sayOfOwnAccount('addFactor')}
              </Button>
            )}
            {factor.data.on && !factor.data.required && (
              <Button onClick={() => setAsking('remove')}>{sayOfOwnAccount('removeFactor')}</Button>
            )}
          </div>
        </>
      )}
      {offer && (
        <Suspense fallback={<Loader aria-label={say('loading')} />}>
          <ConfirmFactor offer={offer} confirmed={(token) => done(token, true)} cancel={() => setOffer(null)} />
        </Suspense>
      )}
      <PasswordQuestion
        opened={asking === 'add'}
        words={{ title: sayOfOwnAccount('addFactor'), hint: sayOfOwnAccount('passwordFirst'), yes: sayOfOwnAccount('next') }}
        send={({ currentPassword }) => beginSecondFactor(currentPassword)}
        sent={(made) => {
          close()
          setOffer(made)
        }}
        close={close}
      />
      <PasswordQuestion
        opened={asking === 'remove'}
        words={{ title: sayOfOwnAccount('removeFactor'), hint: sayOfOwnAccount('factorOffHint'), yes: sayOfOwnAccount('removeNow') }}
        withCode={{ label: sayOfAccounts('appCode'), missing: sayOfAccounts('codeWrong') }}
        isBad
        send={({ currentPassword, code }) => removeSecondFactor({ currentPassword, code: code.replace(/\s/g, '') })}
        sent={(token) => {
          done(token, false)
          void removed()
        }}
        close={close}
      />
    </section>
  )
}

function Lost({ role, required }: { role: Role; required: boolean }) {
  if (required) return <p className="muted">{sayOfOwnAccount('factorRequired')}</p>
  if (role === 'superadmin') return null
  return <p className="muted">{sayOfOwnAccount(role === 'staff' ? 'lostStaff' : 'lostOwner')}</p>
}
