import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWho } from '#web/data/accounts/who.ts'
import { AccountLink } from '#web/features/accounts/account-link.tsx'
import { logOut } from '#web/features/accounts/leave.ts'
import { isDemo } from '#web/session/page.ts'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'
import { DemoBanner } from './demo-banner.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useMallHere } from './use-manages.ts'
import { Ways } from './ways.tsx'
import './console-page.css'

interface Props {
  mallId?: string | undefined
  /** The link of the navigation to mark, on a page that has none of its own. */
  under?: string | undefined
  children: ReactNode
}

export function ConsolePage({ mallId, under, children }: Props) {
  const who = useWho()
  const mall = useMallHere(mallId)
  return (
    <div className="page">
      <header>
        {isDemo && <DemoBanner />}
        <div className="bar">
          <Link to="/" className="brand">
            <CarpetMark />
            {say('brand')}
          </Link>
          <AccountLink className="bar__person" name={who.data?.account.name} state={mall === undefined ? undefined : { mallId: mall }} />
          <div className="bar__ends">
            <LanguageSwitch />
            <Button variant="subtle" color="gray" leftSection={<Icon name="logout" />} onClick={logOut}>
              {say('logout')}
            </Button>
          </div>
        </div>
        <Ways mall={mall} under={under} />
      </header>
      <main className="body">{children}</main>
    </div>
  )
}

export function BarWay({ to, icon, children }: { to: string; icon: Parameters<typeof Icon>[0]['name']; children: ReactNode }) {
  return (
    <Button component={Link} to={to} leftSection={<Icon name={icon} />}>
      {children}
    </Button>
  )
}
