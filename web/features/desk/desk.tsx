import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { useSay } from '#web/words/words.ts'
import { AwakeSwitch } from './awake-switch.tsx'
import type { TableLink } from './use-table.ts'
import './desk.css'

/** The left side of the screen: every part keeps its position, whatever happens. */
export function DeskPanel({
  shop,
  person,
  link,
  logout,
  undo,
  language,
  counter,
  children,
}: {
  shop: string
  person: string
  link: TableLink
  logout: () => void
  /** The undo of the last action, for screens without room for the list of last actions. */
  undo: ReactNode
  /** The switch to the other language. */
  language: ReactNode
  /** The counter of this device; nothing in a shop without counters. */
  counter: ReactNode
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
      {counter}
      <div className="desk__body">{children}</div>
      <footer className="desk__foot">
        <Button variant="subtle" color="gray" className="desk__logout" leftSection={<Icon name="logout" />} onClick={logout}>
          {say('logout')}
        </Button>
        <AwakeSwitch />
        {undo}
        <span className="desk-live" data-state={link.state} role="status">
          {say(link.state)}
        </span>
      </footer>
    </aside>
  )
}
