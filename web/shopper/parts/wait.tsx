import { type Digest, expectedWait } from '#contract/queue/waiting.ts'
import { useJourney } from '#web/shopper/journey-context.ts'

/** True if all counters of the shop are closed: then no one can say how long a wait is. */
export const isUnserved = (queue: Digest | null | undefined): boolean => queue?.openCounters === 0

/** `10–20` minutes for this number of people ahead; null if no one is ahead. */
export function waitWords(peopleAhead: number, queue: Digest): string | null {
  if (peopleAhead === 0) return null
  const { low, high } = expectedWait(peopleAhead, queue)
  return `${low}–${high}`
}

export function Wait({ ahead, queue }: { ahead: number; queue: Digest }) {
  const { say } = useJourney()
  const range = waitWords(ahead, queue)
  if (isUnserved(queue)) return '–'
  // If a customer is at every counter, the next person still waits.
  if (range === null) return say(queue.nowServing.length >= queue.openCounters ? 'nextInLine' : 'noWait')
  return (
    <>
      {range} <small>{say('min')}</small>
    </>
  )
}
