import { Badge, Button, Progress } from '@mantine/core'
import type { CounterState } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { useSecondsLeft } from '#web/live/use-now.ts'
import { counterNumber } from '#web/ui/counter-number.ts'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDesk } from '#web/words/desk.ts'
import { say } from '#web/words/words.ts'
import { CustomerActs } from './customer-acts.tsx'
import type { DeskActions } from './desk-actions.ts'
import { isPausing, isTimeUp, takesNoCalls } from './desk-steps.ts'
import { NoticeTag } from './notice-tag.tsx'
import { stateWord } from './state-word.ts'
import './called-card.css'

/** Minutes and seconds: 134 becomes `2:14`. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export interface CalledCardProps {
  /** Called and serving, the newest call first. */
  called: readonly StaffTicket[]
  shown: StaffTicket | null
  /** The counter of this device; null if it is at none. */
  counter: CounterState | null
  /** Epoch ms by the server's clock. */
  now: number
  time: (at: number) => string
  acting: boolean
  off: boolean
  keysOn: boolean
  actions: DeskActions
}

/** The customer of this counter, the time left and the actions of staff. The card keeps its height while the counter is free. */
export function CalledCard(props: CalledCardProps) {
  const { called, shown, counter, now, time, acting, off, keysOn, actions } = props
  if (!shown) return <Nobody {...props} />
  const timeUp = isTimeUp(shown, now)
  const head =
    counter !== null ? sayOfDesk(shown.state === 'serving' ? 'atCounterCap' : 'calledHere') : shown.counter === null ? say('called') : null
  return (
    <section className="called-card" aria-label={say('called')} data-late={timeUp || undefined}>
      <div className="called-card__head">
        <h2 className="cap">{head ?? say('calledTo', { counter: shown.counter ?? '' })}</h2>
        {shown.state === 'serving' ? (
          <Badge data-tone="ok">{say('serving')}</Badge>
        ) : timeUp ? (
          <Badge data-tone="warn" leftSection={<Icon name="clock" />}>
            {sayOfDesk('timeIsUp')}
          </Badge>
        ) : (
          <NoticeTag ticket={shown} calling={false} />
        )}
      </div>
      <CalledTime ticket={shown} timeUp={timeUp} time={time} />
      <CustomerActs
        shown={shown}
        timeUp={timeUp}
        blueIsHere={counter !== null}
        acting={acting}
        off={off}
        keysOn={keysOn}
        actions={actions}
      />
      <Others called={called} shown={shown} canChoose={counter === null} now={now} actions={actions} />
    </section>
  )
}

function Nobody({ called, counter, now, time, actions }: CalledCardProps) {
  const stops = counter !== null && takesNoCalls(counter, now)
  return (
    <section className="called-card called-card--none" data-paused={stops || undefined}>
      <p>
        {stops && counter ? (
          <>
            <b>{sayOfDesk(counter.isOpen ? 'counterPaused' : 'counterIsClosed', { counter: counter.name })}</b>
            {isPausing(counter, now) && counter.isOpen
              ? sayOfDesk('counterPausedUntil', { time: time(counter.pausedUntil?.getTime() ?? now) })
              : sayOfDesk('counterPausedHint')}
          </>
        ) : (
          <>
            <b>{say('noOneCalled')}</b>
            {say('counterFree')}
          </>
        )}
      </p>
      <Others called={called} shown={null} canChoose={false} now={now} actions={actions} />
    </section>
  )
}

/** The customers at other counters, in small type. A device without a counter can choose one of them for the card. */
function Others({
  called,
  shown,
  canChoose,
  now,
  actions,
}: Pick<CalledCardProps, 'called' | 'shown' | 'now' | 'actions'> & { canChoose: boolean }) {
  const others = called.filter((ticket) => ticket.id !== shown?.id).slice(0, 8)
  if (others.length === 0) return null
  const title = canChoose ? say('alsoCalled') : sayOfDesk('otherCounters')
  return (
    <div className="called-card__others">
      <span className="cap">{title}</span>
      <ul aria-label={title}>
        {others.map((ticket) => (
          <li key={ticket.id}>
            {canChoose ? (
              <Button
                size="compact-sm"
                className="num"
                aria-label={say('showCalled', { number: ticket.number ?? '–' })}
                onClick={() => actions.choose(ticket.id)}
              >
                {ticket.number ?? '–'}
              </Button>
            ) : (
              <span className="called-card__other">
                <b className="num">{ticket.number ?? '–'}</b>
                {ticket.counter !== null && <span aria-hidden="true"> → {counterNumber(ticket.counter)}</span>}
                <span className="hidden"> {ticket.counter}</span> <small>{stateWord(ticket, now)}</small>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function CalledTime({ ticket, timeUp, time }: { ticket: StaffTicket; timeUp: boolean; time: (at: number) => string }) {
  const { startTime, duration, state } = ticket
  const countdown = state !== 'called' || startTime === null || duration === null ? null : { startTime, duration }
  const left = useSecondsLeft(serverNow, countdown)
  return (
    <>
      <div className="called-card__token">
        <b className="num">{ticket.number ?? '–'}</b>
        <div>
          {ticket.name}
          {countdown && (
            <strong className="num" role="timer" aria-label={say('timeLeft', { minutes: Math.floor(left / 60), seconds: left % 60 })}>
              {clock(left)}
            </strong>
          )}
          {timeUp && ticket.missedAt !== null && <small>{sayOfDesk('timeIsUpUntil', { time: time(ticket.missedAt) })}</small>}
        </div>
      </div>
      <Progress
        classNames={{ root: 'called-card__strip', section: 'called-card__strip-left' }}
        value={countdown ? (left / countdown.duration) * 100 : 0}
        color="var(--precious)"
        radius={0}
        size={6}
        aria-hidden="true"
      />
    </>
  )
}
