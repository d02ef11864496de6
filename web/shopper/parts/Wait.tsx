import { type Digest, expectedWait } from '../../../contract/waiting.ts'
import { useJourney } from '../journey-context.ts'

/** True where all counters of the shop are closed: nobody can say how long a wait is. */
export const isUnserved = (queue: Digest | null | undefined): boolean => queue?.openCounters === 0

/** `10–20` minutes for so many people ahead; null where nobody is. */
export function waitWords(peopleAhead: number, queue: Digest): string | null {
  if (peopleAhead === 0) return null
  const { low, high } = expectedWait(peopleAhead, queue)
  return `${low}–${high}`
}

/** The expected wait with its unit; a dash while no counter is open. */
export function Wait({ ahead, queue }: { ahead: number; queue: Digest }) {
  const { say } = useJourney()
  const range = waitWords(ahead, queue)
  if (isUnserved(queue)) return '–'
  if (range === null) return say('noWait')
  return (
    <>
      {range} <small>{say('min')}</small>
    </>
  )
}
