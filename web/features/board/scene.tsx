import type { ReactNode } from 'react'
import { type Digest, expectedWait, pauseAt } from '#contract/queue/waiting.ts'
import type { BoardState } from '#web/data/board.ts'
import { useAwake } from '#web/device/use-awake.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { atInstants, each, useNow, useSecondsLeft } from '#web/live/use-now.ts'
import { CarpetMark } from '#web/ui/carpet.tsx'
import { counterNumber } from '#web/ui/counter-number.ts'
import { sayOfBoard, sayOfBoardToo } from '#web/words/board.ts'
import { otherLocale } from '#web/words/own-locale.ts'
import { type BoardCall, missedOnBoard, onBoard } from './calls.ts'
import { Foot } from './foot.tsx'
import './board.css'
import './board-calls.css'
import './board-next.css'
import './board-tall.css'

interface Countdown {
  number: number
  counter: string | null
  startTime: number
  duration: number
}

export interface BoardProps {
  board: BoardState
  running: readonly Countdown[]
  /** Missed in the last ten minutes, the last called first. */
  missed: readonly number[]
  staleSince: number | null
  /** Formats epoch ms as a time of day, such as `6:02 pm`. */
  time: (at: number) => string
  /** The link to another shop's board. */
  children?: ReactNode
}

/** Dark in both themes. The board never shows names. */
export function BoardScene({ board, running, missed, staleSince, time, children }: BoardProps) {
  useAwake()
  const { name, mall, queue } = board
  const { calls, next, layout } = onBoard(queue, running)
  const now = useNow(serverNow, atInstants(Date.parse(queue.paused?.until ?? '')))
  const paused = pauseAt(queue, now)
  // Of an odd number in two columns, the newest call fills the place that would stay empty.
  const wide =
    layout === 'two-columns' && calls.length % 2 === 1 ? (calls.find(({ isNew }) => isNew) ?? calls[calls.length - 1]) : undefined
  const placed = calls.filter(({ counter }) => counter !== null).length
  return (
    <div className="board night" data-stale={staleSince !== null || undefined} data-layout={layout}>
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
            {placed > 0 && layout === 'rows' && (
              <span aria-hidden="true">
                <Both of="counter" />
              </span>
            )}
          </div>
          <ol className="board__calls" aria-live="polite">
            {calls.map((call) => (
              <CallRow
                key={call.number}
                call={call}
                isWide={call === wide}
                countdown={running.find(({ number }) => number === call.number)}
              />
            ))}
            {calls.length === 0 && (
              <li className="board__nobody">
                {sayOfBoard('nobodyCalled')}
                <span lang={otherLocale}>{sayOfBoardToo('nobodyCalled')}</span>
              </li>
            )}
          </ol>
        </section>
        <NextNumbers queue={queue} next={next} />
      </main>
      <Foot
        missed={missedOnBoard(missed, calls)}
        paused={paused}
        // If the shop had no open counter at the call, the number has no counter next to it.
        watch={placed > 0 && placed === calls.length ? 'watch' : 'watchPlain'}
        staleSince={staleSince}
        time={time}
      />
    </div>
  )
}

function NextNumbers({ queue, next }: { queue: Digest; next: readonly number[] }) {
  // While all counters are closed, the wait cannot be estimated.
  const wait = queue.openCounters > 0 ? expectedWait(queue.waiting, queue) : null
  return (
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
  )
}

function Both({ of }: { of: 'nowServing' | 'counter' | 'next' | 'waiting' | 'minutes' | 'noneOpen' }) {
  return (
    <>
      {sayOfBoard(of)} <span lang={otherLocale}>{sayOfBoardToo(of)}</span>
    </>
  )
}

function CallRow({ call, isWide, countdown }: { call: BoardCall; isWide: boolean; countdown: Countdown | undefined }) {
  const counter = call.counter === null ? null : counterNumber(call.counter)
  return (
    <li
      className="board__call"
      data-new={call.isNew || undefined}
      data-serving={call.isServing || undefined}
      data-wide={isWide || undefined}
    >
      <b className="num" data-digits={String(call.number).length}>
        {call.number}
      </b>
      {counter !== null && (
        <>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12h15M13 6l6 6-6 6" />
          </svg>
          <b className="num board__counter" data-long={counter.length > 2 || undefined}>
            <span className="board__hidden">
              <Both of="counter" />{' '}
            </span>
            {counter}
          </b>
        </>
      )}
      {call.isServing && <span className="board__hidden">, {sayOfBoard('atCounter')}</span>}
      {call.isNew && countdown && <TimeLeft countdown={countdown} />}
    </li>
  )
}

/** The line gets shorter with the time left. */
function TimeLeft({ countdown }: { countdown: Countdown }) {
  const left = useSecondsLeft(serverNow, countdown)
  return <span className="board__left" aria-hidden="true" style={{ width: `${(left / countdown.duration) * 100}%` }} />
}

function Clock({ time }: { time: (at: number) => string }) {
  return <time className="num board__clock">{time(useNow(serverNow, each(1000)))}</time>
}
