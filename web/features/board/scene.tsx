import { type ReactNode, useEffect, useState } from 'react'
import { expectedWait } from '../../../contract/waiting.ts'
import { serverNow } from '../../live/server-clock.ts'
import { useSecondsLeft } from '../../live/use-seconds-left.ts'
import { otherLocale, sayOfBoard, sayOfBoardToo } from '../../session/board-words.ts'
import { CarpetMark } from '../../ui/carpet.tsx'
import { counterNumber } from '../../ui/counter-number.ts'
import type { BoardState } from './api.ts'
import { type Call, onBoard } from './calls.ts'
import './board.css'

type Countdown = Call & { startTime: number; duration: number }

export interface BoardProps {
  board: BoardState
  /** The countdowns that run now. */
  running: readonly Countdown[]
  staleSince: number | null
  /** `18:02` of an epoch ms. */
  time: (at: number) => string
  /** The way to another shop's board, where there is one. */
  children?: ReactNode
}

/** The board in the hall, night in both themes: who is called and where to, who is next. Numbers only, never names. */
export function BoardScene({ board, running, staleSince, time, children }: BoardProps) {
  const { name, mall, queue } = board
  const { calls, next } = onBoard(queue, running)
  const placed = calls.filter(({ counter }) => counter !== null).length
  // A shop may have no counter, or none that was open at the call: nothing stands beside such a number.
  const watch = placed > 0 && placed === calls.length ? 'watch' : 'watchPlain'
  // With all counters closed nobody can say how long it takes.
  const wait = queue.openCounters > 0 ? expectedWait(queue.waiting, queue) : null
  return (
    <div className="board night" data-stale={staleSince !== null || undefined}>
      <header className="board__top">
        <CarpetMark />
        <h1>{name}</h1>
        <span className="board__mall">{mall}</span>
        {children}
        <Clock time={time} />
      </header>
      <main className="board__body">
        <section className="board__serving" aria-labelledby="now-serving">
          <div className="board__labels">
            <h2 id="now-serving">
              <Both of="nowServing" />
            </h2>
            {placed > 0 && (
              <span aria-hidden="true">
                <Both of="counter" />
              </span>
            )}
          </div>
          <ol className="board__calls" aria-live="polite">
            {calls.map((call, i) => (
              <CallRow key={call.number} call={call} isNew={i === 0} countdown={running.find(({ number }) => number === call.number)} />
            ))}
            {calls.length === 0 && (
              <li className="board__nobody">
                {sayOfBoard('nobodyCalled')}
                <span lang={otherLocale}>{sayOfBoardToo('nobodyCalled')}</span>
              </li>
            )}
          </ol>
        </section>
        <section className="board__next" aria-labelledby="next">
          <h2 id="next">
            <Both of="next" />
          </h2>
          <ol className="num">
            {next.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ol>
          {next.length === 0 && (
            <p className="board__empty">
              {sayOfBoard('nobodyNext')}
              <span lang={otherLocale}>{sayOfBoardToo('nobodyNext')}</span>
            </p>
          )}
          {queue.waiting > 0 && (
            <p className="board__wait">
              <span>
                <b className="num">{queue.waiting}</b> <Both of="waiting" />
              </span>
              <span>
                {wait ? (
                  <>
                    <b className="num">{`${wait.low}–${wait.high}`}</b> <Both of="minutes" />
                  </>
                ) : (
                  <Both of="noneOpen" />
                )}
              </span>
            </p>
          )}
        </section>
      </main>
      {staleSince === null ? (
        <footer className="board__foot">
          <span>{sayOfBoard(watch)}</span>
          <span lang={otherLocale}>{sayOfBoardToo(watch)}</span>
        </footer>
      ) : (
        <footer className="board__foot board__foot--stale">
          <span role="status">{sayOfBoard('staleSince', { time: time(staleSince) })}</span>
          <span>{sayOfBoard('askCounter')}</span>
          <span lang={otherLocale}>
            {sayOfBoardToo('staleSince', { time: time(staleSince) })}, {sayOfBoardToo('askCounter')}
          </span>
        </footer>
      )}
    </div>
  )
}

/** A label in both languages of the hall. */
function Both({ of }: { of: 'nowServing' | 'counter' | 'next' | 'waiting' | 'minutes' | 'noneOpen' }) {
  return (
    <>
      {sayOfBoard(of)} <span lang={otherLocale}>{sayOfBoardToo(of)}</span>
    </>
  )
}

function CallRow({ call, isNew, countdown }: { call: Call; isNew: boolean; countdown: Countdown | undefined }) {
  const counter = call.counter === null ? null : counterNumber(call.counter)
  return (
    <li className="board__call" data-new={isNew || undefined}>
      <b className="num">{call.number}</b>
      {counter !== null && (
        <>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12h15M13 6l6 6-6 6" />
          </svg>
          <b className="num board__counter" data-long={counter.length > 2 || undefined}>
            <span className="board__hidden">{sayOfBoard('counter')} </span>
            {counter}
          </b>
        </>
      )}
      {isNew && countdown && <TimeLeft countdown={countdown} />}
    </li>
  )
}

/** How much of the call's countdown is left, as a line that grows shorter. */
function TimeLeft({ countdown }: { countdown: Countdown }) {
  const left = useSecondsLeft(countdown)
  return <span className="board__left" aria-hidden="true" style={{ width: `${(left / countdown.duration) * 100}%` }} />
}

function Clock({ time }: { time: (at: number) => string }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time className="num board__clock">{time(now)}</time>
}
