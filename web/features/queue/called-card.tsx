import { Badge, Button, Kbd, Progress } from '@mantine/core'
import { useSecondsLeft } from '../../live/use-seconds-left.ts'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import type { StaffTicket } from './api.ts'
import { NoticeTag } from './staff-row.tsx'
import type { DeskActions } from './use-desk-actions.ts'
import './called-card.css'

/** `2:14` of 134 seconds. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export interface CalledCardProps {
  /** Called and serving, the newest call first. */
  called: readonly StaffTicket[]
  shown: StaffTicket | null
  acting: boolean
  off: boolean
  keysOn: boolean
  actions: DeskActions
}

/** The called customer with the time that is left, and how it ends: served or no-show. A free counter keeps the same height. */
export function CalledCard({ called, shown, acting, off, keysOn, actions }: CalledCardProps) {
  const say = useSay()
  if (!shown) {
    return (
      <section className="now now--none">
        <b>{say('noOneCalled')}</b>
        {say('counterFree')}
      </section>
    )
  }
  const others = called.filter((ticket) => ticket.id !== shown.id)
  return (
    <section className="now" aria-label={say('called')}>
      <div className="now__head">
        <h2 className="cap">{shown.counter === null ? say('called') : say('calledTo', { counter: shown.counter })}</h2>
        {shown.state === 'serving' ? (
          <Badge className="tag" data-tone="ok">
            {say('serving')}
          </Badge>
        ) : (
          <NoticeTag ticket={shown} calling={false} />
        )}
      </div>
      <CalledTime ticket={shown} />
      <div className="now__acts">
        <Button
          className="now__served"
          variant="outline"
          size="md"
          disabled={off}
          data-disabled={acting}
          leftSection={<Icon name="check" />}
          rightSection={keysOn && <Kbd className="keys-only">S</Kbd>}
          onClick={() => actions.act(shown, 'complete')}
        >
          {say('served')}
        </Button>
        <Button
          size="md"
          disabled={off || shown.state === 'serving'}
          data-disabled={acting}
          rightSection={keysOn && <Kbd className="keys-only">X</Kbd>}
          onClick={() => actions.act(shown, 'no_show')}
        >
          {say('noShow')}
        </Button>
      </div>
      {others.length > 0 && (
        <div className="now__others">
          <span className="cap">{say('alsoCalled')}</span>
          {others.slice(0, 6).map((ticket) => (
            <Button
              key={ticket.id}
              size="compact-sm"
              className="num"
              aria-label={say('showCalled', { number: ticket.number ?? '–' })}
              onClick={() => actions.choose(ticket.id)}
            >
              {ticket.number ?? '–'}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function CalledTime({ ticket }: { ticket: StaffTicket }) {
  const say = useSay()
  const { startTime, duration } = ticket
  const countdown = startTime === null || duration === null ? null : { startTime, duration }
  const left = useSecondsLeft(countdown)
  return (
    <>
      <div className="now__token">
        <b className="num">{ticket.number ?? '–'}</b>
        <div>
          {ticket.name}
          {countdown && (
            <strong className="num" role="timer" aria-label={say('timeLeft', { minutes: Math.floor(left / 60), seconds: left % 60 })}>
              {clock(left)}
            </strong>
          )}
        </div>
      </div>
      <Progress
        className="now__strip"
        value={countdown ? (left / countdown.duration) * 100 : 0}
        color="var(--precious)"
        radius={0}
        size={6}
        aria-hidden="true"
      />
    </>
  )
}
