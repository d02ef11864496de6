import type { Paused } from '#contract/queue/queue.ts'
import { pauseAt } from '#contract/queue/waiting.ts'
import { atInstants, useNow } from '#web/live/use-now.ts'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'

/** A pause ends at its time, even if the server sends nothing. */
export function usePause(): Paused | null {
  const { world, clock } = useJourney()
  const queue = world.storefront?.queue ?? null
  return pauseAt(queue, useNow(clock.now, atInstants(Date.parse(queue?.paused?.until ?? ''))))
}

/** Shows a short sentence until the code of the full notice is loaded. */
export function Pause({ paused, ticketIsSafe }: { paused: Paused; ticketIsSafe: boolean }) {
  const { say } = useJourney()
  const part = useLate('pause', true)
  if (part === undefined) return <p className="notice">{say('failPaused')}</p>
  return <part.PausedNotice paused={paused} say={part.say} ticketIsSafe={ticketIsSafe} />
}
