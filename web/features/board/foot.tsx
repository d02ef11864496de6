import type { Paused } from '#contract/queue/queue.ts'
import { sayOfBoard, sayOfBoardToo } from '#web/words/board.ts'
import { otherLocale } from '#web/words/own-locale.ts'
import { sayOfPause, sayOfPauseToo } from '#web/words/pause.ts'
import { pauseLines } from '#web/words/pause-lines.ts'

export interface FootProps {
  missed: readonly number[]
  paused: Paused | null
  watch: 'watch' | 'watchPlain'
  staleSince: number | null
  time: (at: number) => string
}

/** A pause replaces the line that says what to do; a lost connection replaces the whole strip. */
export function Foot({ missed, paused, watch, staleSince, time }: FootProps) {
  if (staleSince !== null) return <Stale since={time(staleSince)} />
  return (
    <footer className="board__foot">
      {missed.length > 0 && (
        <section className="board__missed" aria-label={sayOfBoard('missed')}>
          <h2>
            {sayOfBoard('missed')} <span lang={otherLocale}>{sayOfBoardToo('missed')}</span>
          </h2>
          <ul className="num">
            {missed.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
        </section>
      )}
      {paused === null ? (
        <p className="board__watch">
          <span>{sayOfBoard(watch)}</span>
          <span lang={otherLocale}>{sayOfBoardToo(watch)}</span>
        </p>
      ) : (
        <PausedLine paused={paused} time={time} />
      )}
    </footer>
  )
}

/** Shoppers who have a number keep it. */
function PausedLine({ paused, time }: { paused: Paused; time: (at: number) => string }) {
  const told = (at: string) => time(Date.parse(at))
  const own = pauseLines(sayOfPause, paused, told)
  const too = pauseLines(sayOfPauseToo, paused, told)
  return (
    <p className="board__watch board__paused" role="status">
      <span>
        <b>{own.title}.</b> {own.why}
      </span>
      <span lang={otherLocale}>
        <b>{too.title}.</b> {too.why}
      </span>
    </p>
  )
}

function Stale({ since }: { since: string }) {
  return (
    <footer className="board__foot board__foot--stale">
      <span role="status">{sayOfBoard('staleSince', { time: since })}</span>
      <span>{sayOfBoard('askCounter')}</span>
      <span lang={otherLocale}>
        {sayOfBoardToo('staleSince', { time: since })}, {sayOfBoardToo('askCounter')}
      </span>
    </footer>
  )
}
