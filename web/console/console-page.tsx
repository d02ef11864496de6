import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWho } from '#web/data/accounts/who.ts'
import { AccountLink } from '#web/features/accounts/account-link.tsx'
import { logOut } from '#web/features/accounts/leave.ts'
import { useDemo } from '#web/session/page.ts'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useSay } from '#web/words/words.ts'
import { DemoBanner } from './demo-banner.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import './console-page.css'

/** The frame of a screen for owners and administrators: brand, who is signed in, this screen's links, the language, Logout. */
export function ConsolePage({ ways, children }: { ways?: ReactNode; children: ReactNode }) {
  const say = useSay()
  const demo = useDemo()
  const who = useWho()
  return (
    <div className="page">
      <header>
        {demo && <DemoBanner />}
        <div className="bar">
          <Link to="/" className="brand">
            <CarpetMark />
            {say('brand')}
          </Link>
          <AccountLink className="bar__person" name={who.data?.account.name} />
          {ways && (
            <nav className="bar__ways" aria-label={say('ways')}>
              {ways}
            </nav>
          )}
          <div className="bar__ends">
            <LanguageSwitch />
            <Button variant="subtle" color="gray" leftSection={<Icon name="logout" />} onClick={logOut}>
              {say('logout')}
            </Button>
          </div>
        </div>
      </header>
      <main className="body">{children}</main>
    </div>
  )
}

/** A link to another screen, as a button in the bar. */
export function BarWay({ to, icon, children }: { to: string; icon: Parameters<typeof Icon>[0]['name']; children: ReactNode }) {
  return (
    <Button component={Link} to={to} leftSection={<Icon name={icon} />}>
      {children}
    </Button>
  )
}
