import { Button } from '@mantine/core'
import { DEMO_PASSWORD, demoAccounts } from '../../../contract/demo.ts'
import { useSay } from '../../session/words.ts'

/** In the order in which they are tried. */
const roles = ['staff', 'owner', 'superadmin'] as const

/** The demo's accounts; one press hands over email and password for the form. */
export function DemoAccounts({ fill }: { fill: (credentials: { email: string; password: string }) => void }) {
  const say = useSay()
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts">
      <h3 id="demo-accounts" className="cap">
        {say('demoAccounts')}
      </h3>
      <p>{say('demoAccountsHint')}</p>
      <div className="demo-accounts__list">
        {roles.map((role) => {
          const { email } = demoAccounts[role]
          return (
            <Button key={role} className="demo-account" variant="default" onClick={() => fill({ email, password: DEMO_PASSWORD })}>
              <span>
                <b>{say(role)}</b>
                <small>{email}</small>
              </span>
            </Button>
          )
        })}
      </div>
    </section>
  )
}
