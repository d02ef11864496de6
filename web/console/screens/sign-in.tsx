import { Alert, Anchor, Button, Loader } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/screens.ts'
import { Gate } from '#web/console/gate.tsx'
import { useWho } from '#web/data/accounts/who.ts'
import { CheckYourMail, ConfirmForm } from '#web/features/accounts/confirm-form.tsx'
import { FirstPasswordForm } from '#web/features/accounts/first-password-form.tsx'
import { logOut } from '#web/features/accounts/leave.ts'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import type { SecondStep } from '#web/features/accounts/second-step.ts'
import { SignUpForm } from '#web/features/accounts/sign-up-form.tsx'
import { homeOf } from '#web/features/accounts/ways.ts'
import { takeFragment } from '#web/session/fragment.ts'
import { sessionEndedHere, takeLeftFor } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Icon } from '#web/ui/icons.tsx'
import { forgetNews, tell } from '#web/ui/tell.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { lazyPart } from '#web/words/lazy-part.ts'
import { say } from '#web/words/words.ts'

const TotpForm = lazyPart(async () => (await import('#web/features/accounts/totp-form.tsx')).TotpForm)

/** A person who is already signed in goes to the screen of the role. `?callbackUrl=` names the shop to land on, never an address. */
export function Screen() {
  return (
    <Gate>
      <Entrance />
    </Gate>
  )
}

function Entrance() {
  const navigate = useNavigate()
  const signedIn = useSession() !== null
  const who = useWho()
  const target = useSearchParams()[0].get('callbackUrl')
  // The page that the person opened before. It is in the history of this tab, so no link can name it.
  const opened = (useLocation().state as { opened?: string } | null)?.opened ?? null
  const [creating, setCreating] = useState(false)
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<SecondStep | null>(null)
  const [ended] = useState(sessionEndedHere)
  const [left] = useState(() => takeLeftFor(target))
  const [link, setLink] = useState(() => takeFragment('confirm'))
  const [mailedTo, setMailedTo] = useState<string | null>(null)

  if (signedIn && who.data) {
    const home = opened ?? homeOf(who.data, target)
    return home === null ? <NowhereToGo name={who.data.account.name} /> : <Navigate to={home} replace />
  }
  if (signedIn && who.isPending) return <Loader aria-label={say('loading')} />
  const welcome = (person: SignedIn) => {
    forgetNews('account')
    const home = opened ?? homeOf(person, target)
    if (home !== null) navigate(home, { replace: true })
  }
  const begin = () => {
    setStep(null)
    setLink(null)
    setMailedTo(null)
  }
  const again = (
    <p className="sign-in__line">
      <Anchor component="button" type="button" onClick={begin}>
        {sayOfAccounts('backToLogin')}
      </Anchor>
    </p>
  )
  if (link !== null) return <ConfirmForm code={link.confirm} welcome={welcome} after={again} />
  if (mailedTo !== null) return <CheckYourMail email={mailedTo} after={again} />
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
        done={(address, next) => {
          if (next === 'confirm') setMailedTo(address)
          else tell({ topic: 'account', text: sayOfAccounts('signedUp'), close: say('closeMessage') })
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
      {left !== null && (
        <Alert role="status" color="cart" variant="light" className="alert--info" icon={<Icon name="logout" />}>
          {sayOfAccounts('leftFor', { shop: left })}
        </Alert>
      )}
      {ended && !signedIn && (
        <Alert role="alert" color="yellow" variant="light" className="alert--warn" icon={<Icon name="clock" />}>
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
  return (
    <section className="sign-in__form">
      <p>{say('nowhereToGo', { name })}</p>
      <p className="muted">{say('nowhereToGoHint')}</p>
      <Button component={Link} to={paths.account()} leftSection={<Icon name="person" />}>
        {say('yourAccount')}
      </Button>
      <Button leftSection={<Icon name="logout" />} onClick={logOut}>
        {say('logout')}
      </Button>
    </section>
  )
}
