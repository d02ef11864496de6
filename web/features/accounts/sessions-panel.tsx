import { Badge, Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { CallFailure } from '#web/api/call.ts'
import { type Ending, type OwnSession, prove, useEndSession, useSessions } from '#web/data/accounts/own.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { moment } from '#web/words/moment.ts'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { say } from '#web/words/words.ts'
import { PasswordQuestion } from './password-question.tsx'
import '#web/ui/things.css'

const needsPassword = (failure: unknown) => failure instanceof CallFailure && failure.code === 'proof_required'

/** `renew` gets the new session token. */
export function SessionsPanel({ renew, tell }: { renew: (token: string) => void; tell: (text: string) => void }) {
  const sessions = useSessions()
  const [asked, setAsked] = useState<Ending | null>(null)
  const end = useEndSession({
    onSuccess: (count) => tell(count === null ? sayOfOwnAccount('sessionEnded') : sayOfOwnAccount('othersEnded', { count })),
    onError: (failure, what) => needsPassword(failure) && setAsked(what),
  })
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <section className="panel" aria-labelledby="own-sessions">
      <div className="account__head account__head--list">
        <h2 id="own-sessions">{sayOfOwnAccount('sessions')}</h2>
        {others.length > 0 && (
          <Button disabled={end.isPending} onClick={() => end.mutate('others')}>
            {sayOfOwnAccount('endOthers')}
          </Button>
        )}
      </div>
      <p className="account__hint">{sayOfOwnAccount(others.length === 0 && sessions.data ? 'noOthers' : 'sessionsHint')}</p>
      {end.isError && !needsPassword(end.error) && <FormFailure failure={end.error} />}
      {sessions.isPending && <Loader aria-label={say('loading')} />}
      {sessions.isError && <ReadFailure text={sayOfOwnAccount('unread')} retry={sessions.refetch} />}
      <ul className="things">
        {sessions.data?.map((session) => (
          <SessionLine key={session.id} session={session} busy={end.isPending} end={() => end.mutate({ id: session.id })} />
        ))}
      </ul>
      <PasswordQuestion
        opened={asked !== null}
        words={{ title: sayOfOwnAccount('proveTitle'), hint: sayOfOwnAccount('proveHint'), yes: sayOfOwnAccount('goOn') }}
        send={({ currentPassword }) => prove(currentPassword)}
        sent={(token) => {
          renew(token)
          setAsked(null)
          if (asked !== null) end.mutate(asked)
        }}
        close={() => setAsked(null)}
      />
    </section>
  )
}

function SessionLine({ session, busy, end }: { session: OwnSession; busy: boolean; end: () => void }) {
  return (
    <li>
      <span className="things__what">
        <b id={`session-${session.id}`}>{deviceName(session)}</b>{' '}
        <span className="muted account__times">
          <span>{sayOfOwnAccount('lastUsedAt', { time: moment(session.lastUsedAt) })}</span>{' '}
          <span>{sayOfOwnAccount('signedInAt', { time: moment(session.createdAt) })}</span>
        </span>
      </span>
      {session.current ? (
        <Badge data-tone="ok">{sayOfOwnAccount('thisDevice')}</Badge>
      ) : (
        <div className="things__acts">
          <Button aria-describedby={`session-${session.id}`} disabled={busy} onClick={end}>
            {sayOfOwnAccount('endSession')}
          </Button>
        </div>
      )}
    </li>
  )
}

function deviceName({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return sayOfOwnAccount('device', { browser, system })
  return browser ?? system ?? sayOfOwnAccount('unknownDevice')
}
