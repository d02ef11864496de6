import { Button } from '@mantine/core'
import { useSay } from '../../session/words.ts'

const PASSWORD = 'red-carpet-demo'
const accounts = [
  { role: 'staff', email: 'staff@demo.test' },
  { role: 'owner', email: 'owner@demo.test' },
  { role: 'superadmin', email: 'superadmin@demo.test' },
] as const

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
        {accounts.map(({ role, email }) => (
          <Button key={role} className="demo-account" variant="default" onClick={() => fill({ email, password: PASSWORD })}>
            <span>
              <b>{say(role)}</b>
              <small>{email}</small>
            </span>
          </Button>
        ))}
      </div>
    </section>
  )
}
