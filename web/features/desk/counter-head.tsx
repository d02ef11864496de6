import { Button, Menu, UnstyledButton } from '@mantine/core'
import type { CounterState, CounterUse } from '#web/data/desk.ts'
import { counterNumber } from '#web/ui/counter-number.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { isPausing, othersAt, takesNoCalls } from './desk-steps.ts'
import './counter-head.css'

/** The choices for a counter's pause, in minutes. */
const PAUSES = [5, 10, 15, 30]

export interface CounterHeadProps {
  /** Null if this device is at no counter of the shop. */
  counter: CounterState | null
  /** The name of the account. */
  self: string
  now: number
  time: (at: number) => string
  off: boolean
  busy: boolean
  change: () => void
  use: (counterId: string, use: CounterUse) => void
}

/** The counter of this device in the desk's header: its people, its pause, and the change to another counter. */
export function CounterHead({ counter, self, now, time, off, busy, change, use }: CounterHeadProps) {
  if (counter === null) {
    return (
      <div className="counter-head">
        <b className="counter-head__number">–</b>
        <span className="counter-head__who">
          <b>{sayOfDesk('noCounter')}</b>
        </span>
        <Button disabled={off} onClick={change}>
          {sayOfDesk('chooseCounter')}
        </Button>
      </div>
    )
  }
  // A name once, even if the person has several devices here.
  const others = [...new Set(othersAt(counter, self))]
  const number = counterNumber(counter.name)
  const pausedUntil = isPausing(counter, now) && counter.isOpen ? counter.pausedUntil : null
  const people = others.length === 0 ? self : sayOfDesk('alsoHere', { names: others.join(', ') })
  const underName = pausedUntil === null ? people : sayOfDesk('counterPausedUntil', { time: time(pausedUntil.getTime()) })
  return (
    <div className="counter-head">
      <Menu position="bottom-start" width={260} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className="counter-head__button">
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
          <Menu.Item leftSection={<Icon name="cross" />} disabled={off || busy} onClick={() => use(counter.id, { open: false })}>
            {sayOfDesk('closeCounter')}
            <small>{sayOfDesk('closeCounterHint')}</small>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {pausedUntil !== null && (
        <Button disabled={off || busy} onClick={() => use(counter.id, { open: true })}>
          {sayOfDesk('endCounterPause')}
        </Button>
      )}
      {!takesNoCalls(counter, now) && (
        <Menu position="bottom-end" width={160} withinPortal={false}>
          <Menu.Target>
            <Button
              leftSection={<Icon name="pause" />}
              disabled={off || busy}
              aria-label={sayOfDesk('pauseCounterLabel', { counter: counter.name })}
            >
              {sayOfDesk('pauseCounter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {PAUSES.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => use(counter.id, { open: true, pausedFor: minutes })}>
                {sayOfDesk('pauseFor', { count: minutes })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
