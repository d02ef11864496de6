import { Button, Menu, UnstyledButton } from '@mantine/core'
import type { CounterState, CounterUse } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { counterNumber } from '#web/ui/counter-number.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { isPausing, othersAt } from './desk-steps.ts'
import './counter-head.css'

export interface CounterHeadProps {
  /** Null if this device is at no counter of the shop. */
  counter: CounterState | null
  /** The customer at this counter, who keeps it from being closed. */
  shown: StaffTicket | null
  self: string
  now: number
  time: (at: number) => string
  off: boolean
  busy: boolean
  change: () => void
  use: (counterId: string, use: CounterUse) => void
}

/** The counter of this device in the desk's head: its people and the change to another counter. */
export function CounterHead({ counter, shown, self, now, time, off, busy, change, use }: CounterHeadProps) {
  if (counter === null) {
    return (
      <UnstyledButton className="counter-head" disabled={off} onClick={change}>
        <b className="counter-head__number" aria-hidden="true">
          –
        </b>
        <span className="counter-head__who">
          <b>{sayOfDesk('chooseCounter')}</b>
          <span>{sayOfDesk('noCounter')}</span>
        </span>
        <Icon name="down" />
      </UnstyledButton>
    )
  }
  // A name once, even if the person has several devices here.
  const others = [...new Set(othersAt(counter, self))]
  const number = counterNumber(counter.name)
  const pausedUntil = isPausing(counter, now) && counter.isOpen ? counter.pausedUntil : null
  const people = others.length === 0 ? self : sayOfDesk('alsoHere', { names: others.join(', ') })
  const underName = pausedUntil === null ? people : sayOfDesk('counterPausedUntil', { time: time(pausedUntil.getTime()) })
  return (
    <Menu position="bottom-start" width={260} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className="counter-head">
          <b className="counter-head__number num" aria-hidden="true">
            {number.length <= 2 ? number : number.slice(0, 1)}
          </b>
          <span className="counter-head__who">
            <b>
              <span className="hidden">{sayOfDesk('yourCounter')} </span>
              {counter.name}
            </b>
            <span>{underName}</span>
          </span>
          <Icon name="down" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{others.length === 0 ? sayOfDesk('aloneHere') : sayOfDesk('alsoHere', { names: others.join(', ') })}</Menu.Label>
        <Menu.Item leftSection={<Icon name="swap" />} disabled={off} onClick={change}>
          {sayOfDesk('changeCounter')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="cross" />}
          disabled={off || busy || shown !== null}
          onClick={() => use(counter.id, { open: false })}
        >
          {sayOfDesk('closeCounter')}
          <small>{shown === null ? sayOfDesk('closeCounterHint') : sayOfDesk('stillAtCounter', { number: shown.number ?? '–' })}</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The choices for a counter's pause, in minutes. */
const PAUSES = [5, 10, 15, 30]

export interface PauseMenuProps extends Pick<CounterHeadProps, 'counter' | 'now' | 'off' | 'busy' | 'use'> {
  /** Opens the question about the pause of the whole shop; null while the shop is paused, or while that is not known. */
  stop: (() => void) | null
}

/** The two pauses, side by side: of this counter, and of the sale of the whole shop. */
export function PauseMenu({ counter, now, off, busy, use, stop }: PauseMenuProps) {
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <Button leftSection={<Icon name="pause" />} disabled={off || busy}>
          {sayOfDesk('pauseMenu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {counter?.isOpen && (
          <>
            <Menu.Label>{sayOfDesk('pauseCounter', { counter: counter.name })}</Menu.Label>
            {isPausing(counter, now) && (
              <Menu.Item onClick={() => use(counter.id, { open: true })}>{sayOfDesk('endCounterPause')}</Menu.Item>
            )}
            {PAUSES.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => use(counter.id, { open: true, pausedFor: minutes })}>
                {sayOfDesk('pauseFor', { count: minutes })}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<Icon name="pause" />} disabled={stop === null} aria-haspopup="dialog" onClick={() => stop?.()}>
          {sayOfDesk('stopTokens')}
          <small>{sayOfDesk('stopTokensHint')}</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
