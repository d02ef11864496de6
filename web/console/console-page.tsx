import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLogout, useWho } from '../features/accounts/use-who.ts'
import { useDemo } from '../session/page.ts'
import { useSay } from '../session/words.ts'
import { CarpetMark } from '../ui/carpet.tsx'
import { Icon } from '../ui/icons.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import './console-page.css'

/** The frame of an owner's or administrator's screen: brand, who is signed in, this screen's ways, the language, Logout. */
export function ConsolePage({ ways, children }: { ways?: ReactNode; children: ReactNode }) {
  const say = useSay()
  const demo = useDemo()
  const who = useWho()
  const logout = useLogout()
  return (
    <div className="page">
      <header>
        {demo && <DemoBanner />}
        <div className="bar">
          <Link to="/" className="brand">
            <CarpetMark />
            {say('brand')}
          </Link>
          <span className="bar__person">{who.data?.account.name}</span>
          {ways && (
            <nav className="bar__ways" aria-label={say('ways')}>
              {ways}
            </nav>
          )}
          <div className="bar__ends">
            <LanguageSwitch />
            <Button variant="subtle" color="gray" leftSection={<Icon name="logout" />} onClick={logout}>
              {say('logout')}
            </Button>
          </div>
        </div>
      </header>
      <main className="body">{children}</main>
    </div>
  )
}

/** A way to another screen, as a button of the bar. */
export function BarWay({ to, icon, children }: { to: string; icon: Parameters<typeof Icon>[0]['name']; children: ReactNode }) {
  return (
    <Button component={Link} to={to} leftSection={<Icon name={icon} />}>
      {children}
    </Button>
  )
}
