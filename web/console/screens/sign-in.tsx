import { Alert, Anchor, Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { LoginForm } from '../../features/accounts/login-form.tsx'
import { useLogout, useWho } from '../../features/accounts/use-who.ts'
import { homeOf } from '../../features/accounts/ways.ts'
import { useDemo } from '../../session/page.ts'
import { sessionEndedHere } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { useSay } from '../../session/words.ts'
import { CarpetAisle, CarpetMark } from '../../ui/carpet.tsx'
import { Icon } from '../../ui/icons.tsx'
import { DemoBanner } from '../demo-banner.tsx'
import './sign-in.css'

/** Login; whoever is signed in already goes on by role. `?callbackUrl=` names the shop to land on and never an address. */
export function Screen() {
  const say = useSay()
  const demo = useDemo()
  return (
    <div className="sign-in">
      <header className="sign-in__art">
        <CarpetAisle />
        <p className="brand">
          <CarpetMark />
          {say('brand')}
        </p>
        <h1>{say('welcome')}</h1>
      </header>
      <main className="sign-in__side">
        {demo && <DemoBanner />}
        <div className="sign-in__box">
          <Entrance />
        </div>
      </main>
    </div>
  )
}

function Entrance() {
  const say = useSay()
  const signedIn = useSession() !== null
  const who = useWho()
  const wished = useSearchParams()[0].get('callbackUrl')
  const [creating, setCreating] = useState(false)
  const [ended] = useState(sessionEndedHere)

  if (signedIn && who.data) {
    const home = homeOf(who.data, wished)
    return home === null ? <NowhereToGo name={who.data.account.name} /> : <Navigate to={home} replace />
  }
  if (signedIn && who.isPending) return <Loader aria-label={say('loading')} />
  if (creating) return <CreateAccount back={() => setCreating(false)} />
  return (
    <>
      {ended && !signedIn && (
        <Alert role="alert" color="yellow" variant="light" className="alert alert--warn" icon={<Icon name="clock" />}>
          {say('sessionEnded')}
        </Alert>
      )}
      <LoginForm
        forgot={
          <Anchor component={Link} to="/forgotpassword" underline="always" fw={600}>
            {say('forgotPassword')}
          </Anchor>
        }
        after={
          <p className="sign-in__line">
            {say('newHere')}
            <Anchor component="button" type="button" underline="always" fw={600} onClick={() => setCreating(true)}>
              {say('createAccount')}
            </Anchor>
          </p>
        }
      />
    </>
  )
}

/** There is no call that makes an account yet, so the panel says who does, and shows no form that could not be sent. */
function CreateAccount({ back }: { back: () => void }) {
  const say = useSay()
  return (
    <section className="sign-in__form">
      <h2>{say('createAccount')}</h2>
      <p>{say('accountsByOperator')}</p>
      <p className="sign-in__line">
        {say('haveAccount')}
        <Anchor component="button" type="button" underline="always" fw={600} onClick={back} autoFocus>
          {say('login')}
        </Anchor>
      </p>
    </section>
  )
}

function NowhereToGo({ name }: { name: string }) {
  const say = useSay()
  const logout = useLogout()
  return (
    <section className="sign-in__form">
      <p>{say('nowhereToGo', { name })}</p>
      <p className="muted">{say('nowhereToGoHint')}</p>
      <Button leftSection={<Icon name="logout" />} onClick={logout}>
        {say('logout')}
      </Button>
    </section>
  )
}
