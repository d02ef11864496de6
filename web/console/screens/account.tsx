import { Loader } from '@mantine/core'
import { ConsolePage } from '#web/console/console-page.tsx'
import { useRenew, useWho } from '#web/data/accounts/who.ts'
import { OwnPasswordForm } from '#web/features/accounts/own-password-form.tsx'
import { SecondFactorPanel } from '#web/features/accounts/second-factor-panel.tsx'
import { SessionsPanel } from '#web/features/accounts/sessions-panel.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { tell } from '#web/ui/tell.tsx'
import { sayOfOwnAccount } from '#web/words/own-account.ts'
import { say } from '#web/words/words.ts'
import './account.css'

/** `/account` */
export function Screen() {
  const who = useWho()
  const renew = useRenew()
  const news = (text: string) => tell({ topic: 'own-account', text, close: say('closeMessage') })
  const changed = (token: string, text: string) => {
    renew(token)
    news(text)
  }
  return (
    <ConsolePage>
      <h1>{say('yourAccount')}</h1>
      {who.isPending && <Loader aria-label={say('loading')} />}
      {who.isError && <ReadFailure text={sayOfOwnAccount('unread')} retry={who.refetch} />}
      {who.data && (
        <div className="account">
          <div className="account__column">
            <section className="panel form" aria-labelledby="own-name">
              <h2 id="own-name">{sayOfOwnAccount('youAre')}</h2>
              <dl className="account__facts">
                <dt>{sayOfOwnAccount('name')}</dt>
                <dd>{who.data.account.name}</dd>
                <dt>{sayOfOwnAccount('email')}</dt>
                <dd>{who.data.account.email}</dd>
                <dt>{sayOfOwnAccount('role')}</dt>
                <dd>{say(who.data.account.role)}</dd>
              </dl>
            </section>
            <OwnPasswordForm email={who.data.account.email} changed={(token) => changed(token, sayOfOwnAccount('passwordChanged'))} />
          </div>
          <div className="account__column">
            <SecondFactorPanel
              role={who.data.account.role}
              changed={(token, isOn) => changed(token, sayOfOwnAccount(isOn ? 'factorAdded' : 'factorRemoved'))}
            />
            <SessionsPanel renew={renew} tell={news} />
          </div>
        </div>
      )}
    </ConsolePage>
  )
}
