import type { ReactNode } from 'react'
import type { Running } from '#web/data/countdowns.ts'
import { useAwake } from '#web/device/use-awake.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { useSecondsLeft } from '#web/live/use-now.ts'
import { counterNumber } from '#web/ui/counter-number.ts'
import { say } from '#web/words/words.ts'
import type { Moment } from './use-moment.ts'
import './countdown.css'

/** A moment without a clock. */
export interface Still {
  title: string
  label?: string
  number: number | null
  counter: string | null
  /** The carpet covers the whole screen. */
  isFull: boolean
}

export interface SceneProps {
  moment: Moment | { show: 'still'; still: Still }
  /** The shop's name, under the thank-you. */
  place: string
  /** The customer's name, for staff only: public screens show numbers. */
  person?: string | undefined
  nothing: { title: string; hint: string }
  /** A bar over the picture, such as the link back or a warning. */
  children?: ReactNode
}

/** The same picture on phone, tablet and TV, dark in both themes. */
export function CountdownScene({ moment, place, person, nothing, children }: SceneProps) {
  useAwake()
  return (
    <div className="countdown night">
      {moment.show === 'running' && <RunningScene countdown={moment.countdown} person={person} />}
      {moment.show === 'still' && <StillScene {...moment.still} person={person} />}
      {moment.show === 'thanks' && (
        <main className="countdown__in" data-full="">
          <div className="countdown__fill" style={{ height: '100%' }} />
          <div className="countdown__words">
            <h1 className="countdown__thanks">{say('thanks')}</h1>
            <p className="countdown__label">{place}</p>
          </div>
        </main>
      )}
      {(moment.show === 'nothing' || moment.show === 'loading') && (
        <main className="countdown__in">
          <div className="countdown__words">
            <h1 className="countdown__thanks countdown__thanks--calm">{moment.show === 'loading' ? say('loading') : nothing.title}</h1>
            <p className="countdown__label">{moment.show === 'loading' ? place : nothing.hint}</p>
          </div>
        </main>
      )}
      {children}
    </div>
  )
}

function RunningScene({ countdown, person }: { countdown: Running; person: string | undefined }) {
  const left = useSecondsLeft(serverNow, countdown)
  const elapsed = Math.min(1, (countdown.duration - left) / countdown.duration)
  return (
    <main className="countdown__in">
      <div className="countdown__fill" style={{ height: `${elapsed * 100}%` }} />
      <div className="countdown__words">
        <p
          className="countdown__seconds"
          role="timer"
          aria-label={say('secondsRemainingLabel', { count: left })}
          data-long={left >= 1000 || undefined}
        >
          {left}
        </p>
        <p className="countdown__label">{say('secondsRemaining', { count: left })}</p>
        <h1 className="countdown__who">
          <Who number={countdown.number} counter={countdown.counter} person={person} />
        </h1>
      </div>
    </main>
  )
}

function StillScene({ title, label, number, counter, isFull, person }: Still & { person: string | undefined }) {
  return (
    <main className="countdown__in" data-full={isFull || undefined}>
      {isFull && <div className="countdown__fill" style={{ height: '100%' }} />}
      <div className="countdown__words">
        <h1 className={isFull ? 'countdown__thanks' : 'countdown__thanks countdown__thanks--calm'}>{title}</h1>
        {number !== null && (
          <p className="countdown__who">
            <Who number={number} counter={counter} person={person} />
          </p>
        )}
        {label !== undefined && <p className="countdown__label">{label}</p>}
      </div>
    </main>
  )
}

function Who({ number, counter, person }: { number: number; counter: string | null; person: string | undefined }) {
  return (
    <>
      <span>
        {say('token')} <b className="num">{number}</b>
      </span>
      {counter !== null && (
        <span>
          {say('counter')} <b className="num">{counterNumber(counter)}</b>
        </span>
      )}
      {person !== undefined && <span className="countdown__person">{person}</span>}
    </>
  )
}
