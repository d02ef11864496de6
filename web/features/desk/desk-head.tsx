import { Menu, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { languages } from '#contract/base/locale.ts'
import { paths } from '#contract/screens.ts'
import { changeLanguage } from '#web/session/shopper.ts'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { otherLocale } from '#web/words/own-locale.ts'
import { say } from '#web/words/words.ts'
import type { TableLink } from './use-table.ts'
import './desk-head.css'
import { useAwake } from '#web/device/use-awake.ts'

export interface DeskHeadProps {
  shopId: string
  shop: string
  /** Where and who: the mall and the person's name. */
  person: string
  link: TableLink
  /** The number of waiting customers; undefined while the list is loading. */
  waiting: number | undefined
  logout: () => void
  countCash: () => void
  /** The counter of this device. */
  children: ReactNode
}

/** The head of the desk: the shop with its menu, the counter, and whether the list is live. */
export function DeskHead({ shopId, shop, person, link, waiting, logout, countCash, children }: DeskHeadProps) {
  return (
    <header className="desk-head">
      <ShopMenu shopId={shopId} shop={shop} person={person} logout={logout} countCash={countCash} />
      {children}
      <p className="desk-head__now">
        {waiting !== undefined && <span className="num">{sayOfDesk('waitingNow', { count: waiting })}</span>}
        <span className="desk-live" data-state={link.state} role="status">
          {say(link.state)}
        </span>
      </p>
    </header>
  )
}

/** Everything of the shop that is not this table: its other screens, this device and this person. */
function ShopMenu({ shopId, shop, person, logout, countCash }: Pick<DeskHeadProps, 'shopId' | 'shop' | 'person' | 'logout' | 'countCash'>) {
  const awake = useAwakeChoice()
  const inNewTab = { component: 'a', target: '_blank', rel: 'noreferrer' } as const
  return (
    <Menu position="bottom-start" width={260} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className="desk-head__shop">
          <CarpetMark />
          <b>{shop}</b>
          <Icon name="down" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person}</Menu.Label>
        <Menu.Item {...inNewTab} href={paths.board(shopId)} leftSection={<Icon name="display" />}>
          {sayOfDesk('menuBoard')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.countdown()} state={{ shopId }} leftSection={<Icon name="clock" />}>
          {say('openCountdown')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.qrCode(shopId)} leftSection={<Icon name="qr" />}>
          {sayOfDesk('menuQr')}
        </Menu.Item>
        <Menu.Item {...inNewTab} href={paths.welcome(shopId)} leftSection={<Icon name="shop" />}>
          {sayOfDesk('menuShopper')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="money" />} aria-haspopup="dialog" onClick={countCash}>
          {sayOfDesk('menuCash')}
        </Menu.Item>
        <Menu.Divider />
        {awake && (
          <Menu.Item leftSection={<Icon name="display" />} onClick={awake.press}>
            {sayOfDesk(awake.isOn ? 'screenMayGoOff' : 'keepScreenOn')}
            {awake.isRefused && <small>{sayOfDesk('screenRefused')}</small>}
          </Menu.Item>
        )}
        <Menu.Item lang={otherLocale} leftSection={<Icon name="language" />} onClick={() => changeLanguage(otherLocale)}>
          {languages[otherLocale].name}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.account()} leftSection={<Icon name="person" />}>
          {say('yourAccount')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" />} onClick={logout}>
          {say('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const KEPT = 'deskAwake'

/** The choice *Keep the screen on* of this device, for a tablet at a counter; null on a device that cannot do it. */
function useAwakeChoice(): { isOn: boolean; isRefused: boolean; press: () => void } | null {
  const [isWanted, setWanted] = useState(() => localStorage.getItem(KEPT) === 'on')
  const isAwake = useAwake(isWanted)
  if (!('wakeLock' in navigator)) return null
  const isRefused = isWanted && isAwake === false
  return {
    isOn: isAwake === true,
    isRefused,
    press: () => {
      // The press itself asks again.
      if (isRefused) return
      localStorage.setItem(KEPT, isWanted ? 'off' : 'on')
      setWanted(!isWanted)
    },
  }
}
