import type { Paused } from '#contract/queue/queue.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import type { Say } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { clockTime } from '#web/shopper/times.ts'
import { pauseLines } from '#web/words/pause-lines.ts'

export interface PausedNoticeProps {
  paused: Paused
  say: Say<PauseTexts>
  ticketIsSafe: boolean
}

/** A shopper who already has a ticket is told that it is safe. */
export function PausedNotice({ paused, say: sayOfPause, ticketIsSafe }: PausedNoticeProps) {
  const { world } = useJourney()
  const lines = pauseLines(sayOfPause, paused, (at) => clockTime(at, world))
  return (
    <p className="notice num" role="status">
      <b>{lines.title}.</b> {lines.why} {ticketIsSafe ? sayOfPause('placeSafe') : lines.end}
    </p>
  )
}
