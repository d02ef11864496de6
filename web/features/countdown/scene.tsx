import type { ReactNode } from 'react'
import { useSecondsLeft } from '../../live/use-seconds-left.ts'
import { useSay } from '../../session/words.ts'
import { counterNumber } from '../../ui/counter-number.ts'
import type { Running } from './api.ts'
import type { Moment } from './use-moment.ts'
import './countdown.css'

export interface SceneProps {
  moment: Moment
  /** The shop's name, under the thank-you. */
  place: string
  /** What a screen says while nothing runs. */
  nothing: { title: string; hint: string }
  /** A bar over the picture: the way back, a warning. */
  children?: ReactNode
}

/** The countdown that fills the screen, the same picture on phone, tablet and TV; night in both themes. */
export function CountdownScene({ moment, place, nothing, children }: SceneProps) {
  const say = useSay()
  return (
    <div className="cd night">
      {moment.show === 'running' && <RunningScene countdown={moment.countdown} />}
      {moment.show === 'thanks' && (
        <main className="cd__in" data-full="">
          <div className="cd__fill" style={{ height: '100%' }} />
          <div className="cd__words">
            <h1 className="cd__thanks">{say('thanks')}</h1>
            <p className="cd__label">{place}</p>
          </div>
        </main>
      )}
      {(moment.show === 'nothing' || moment.show === 'loading') && (
        <main className="cd__in">
          <div className="cd__words">
            <h1 className="cd__thanks cd__thanks--calm">{moment.show === 'loading' ? say('loading') : nothing.title}</h1>
            <p className="cd__label">{moment.show === 'loading' ? place : nothing.hint}</p>
          </div>
        </main>
      )}
      {children}
    </div>
  )
}

function RunningScene({ countdown }: { countdown: Running }) {
  const say = useSay()
  const left = useSecondsLeft(countdown)
  const elapsed = Math.min(1, (countdown.duration - left) / countdown.duration)
  return (
    <main className="cd__in">
      <div className="cd__fill" style={{ height: `${elapsed * 100}%` }} />
      <div className="cd__words">
        <p
          className="cd__seconds"
          role="timer"
          aria-label={say('secondsRemainingLabel', { count: left })}
          data-long={left >= 1000 || undefined}
        >
          {left}
        </p>
        <p className="cd__label">{say('secondsRemaining', { count: left })}</p>
        <h1 className="cd__who">
          <span>
            {say('token')} <b className="num">{countdown.number}</b>
          </span>
          {countdown.counter !== null && (
            <span>
              {say('counter')} <b className="num">{counterNumber(countdown.counter)}</b>
            </span>
          )}
        </h1>
      </div>
    </main>
  )
}
