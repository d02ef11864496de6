import { Button } from '@mantine/core'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { say } from '#web/words/words.ts'
import './demo-accounts.css'

/** In the order in which people try them. */
const roles = ['staff', 'owner', 'superadmin'] as const

/** One press passes an account's email and password to `fill`. */
export function DemoAccounts({ fill }: { fill: (credentials: { email: string; password: string }) => void }) {
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
            <Button
              key={role}
              classNames={{ root: 'demo-accounts__one', inner: 'demo-accounts__inner' }}
              variant="default"
              onClick={() => fill({ email, password: DEMO_PASSWORD })}
            >
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
