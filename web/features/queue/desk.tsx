import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSay } from '../../session/words.ts'
import { CarpetMark } from '../../ui/carpet.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { TableLink } from './use-table.ts'
import './desk.css'

/** The left side: the same four things in the same four places, whatever happens. */
export function DeskPanel({
  shop,
  person,
  link,
  logout,
  undo,
  language,
  children,
}: {
  shop: string
  person: string
  link: TableLink
  logout: () => void
  /** The last action's undo, where the list of last actions has no room. */
  undo: ReactNode
  /** The way into the other language. */
  language: ReactNode
  children: ReactNode
}) {
  const say = useSay()
  return (
    <aside className="desk" tabIndex={-1} aria-label={say('deskOf')}>
      <header className="desk__top">
        <CarpetMark />
        <p>
          <b>{shop}</b>
          <span>{person}</span>
        </p>
        {language}
      </header>
      <div className="desk__body">{children}</div>
      <footer className="desk__foot">
        <Button variant="subtle" color="gray" className="desk__logout" leftSection={<Icon name="logout" />} onClick={logout}>
          {say('logout')}
        </Button>
        {undo}
        <span className="live" data-state={link.state} role="status">
          {say(link.state)}
        </span>
      </footer>
    </aside>
  )
}
