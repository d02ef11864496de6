import type { Paused } from '#contract/queue/queue.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { useRare } from '#web/shopper/use-rare.ts'

/** Says that the shop takes no new tokens. Shows a short sentence until the code of the full notice is loaded. */
export function Pause({ paused, ticketIsSafe }: { paused: Paused; ticketIsSafe: boolean }) {
  const { say } = useJourney()
  const part = useRare('pause', true)
  if (part === undefined) return <p className="notice">{say('failPaused')}</p>
  return <part.Notice paused={paused} say={part.say} ticketIsSafe={ticketIsSafe} />
}
