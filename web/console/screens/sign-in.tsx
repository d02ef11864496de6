import { Alert, Anchor, Button, Loader } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { SignedIn } from '../../../contract/accounts.ts'
import { FirstPasswordForm } from '../../features/accounts/first-password-form.tsx'
import { LoginForm } from '../../features/accounts/login-form.tsx'
import type { SecondStep } from '../../features/accounts/second-step.ts'
import { SignUpForm } from '../../features/accounts/sign-up-form.tsx'
import { useLogout, useWho } from '../../features/accounts/use-who.ts'
import { homeOf } from '../../features/accounts/ways.ts'
import { sayOfAccounts } from '../../session/account-words.ts'
import { sessionEndedHere } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { tell } from '../../ui/tell.tsx'
import { Gate } from '../gate.tsx'

const TotpForm = lazy(async () => ({ default: (await import('../../features/accounts/totp-form.tsx')).TotpForm }))

/** Login and sign-up; whoever is signed in already goes on by role. `?callbackUrl=` names the shop to land on and never an address. */
export function Screen() {
  return (
    <Gate>
      <Entrance />
    </Gate>
  )
}

function Entrance() {
  const say = useSay()
  const navigate = useNavigate()
  const signedIn = useSession() !== null
  const who = useWho()
  const wished = useSearchParams()[0].get('callbackUrl')
  const [creating, setCreating] = useState(false)
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<SecondStep | null>(null)
  const [ended] = useState(sessionEndedHere)

  if (signedIn && who.data) {
    const home = homeOf(who.data, wished)
    return home === null ? <NowhereToGo name={who.data.account.name} /> : <Navigate to={home} replace />
  }
  if (signedIn && who.isPending) return <Loader aria-label={say('loading')} />
  const welcome = (person: SignedIn) => {
    const home = homeOf(person, wished)
    if (home !== null) navigate(home, { replace: true })
  }
  const again = (
    <p className="sign-in__line">
      <Anchor component="button" type="button" onClick={() => setStep(null)}>
        {sayOfAccounts('backToLogin')}
      </Anchor>
    </p>
  )
  if (step?.kind === 'first_password')
    return <FirstPasswordForm challenge={step.challenge} welcome={welcome} secondStep={setStep} after={again} />
  if (step?.kind === 'totp') {
    return (
      <Suspense fallback={<Loader aria-label={say('loading')} />}>
        <TotpForm challenge={step.challenge} enrol={step.enrol} welcome={welcome} after={again} />
      </Suspense>
    )
  }
  if (creating) {
    return (
      <SignUpForm
        done={(address) => {
          tell({ topic: 'account', text: sayOfAccounts('signedUp'), close: say('closeMessage') })
          setEmail(address)
          setCreating(false)
        }}
        after={
          <p className="sign-in__line">
            {say('haveAccount')}
            <Anchor component="button" type="button" onClick={() => setCreating(false)}>
              {say('login')}
            </Anchor>
          </p>
        }
      />
    )
  }
  return (
    <>
      {ended && !signedIn && (
        <Alert role="alert" color="yellow" variant="light" className="alert alert--warn" icon={<Icon name="clock" />}>
          {say('sessionEnded')}
        </Alert>
      )}
      <LoginForm
        email={email}
        welcome={welcome}
        secondStep={setStep}
        forgot={
          <Anchor component={Link} to="/forgotpassword">
            {say('forgotPassword')}
          </Anchor>
        }
        after={
          <p className="sign-in__line">
            {say('newHere')}
            <Anchor component="button" type="button" onClick={() => setCreating(true)}>
              {say('createAccount')}
            </Anchor>
          </p>
        }
      />
    </>
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
