import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { isUnserved, waitWords } from '#web/shopper/parts/wait.tsx'

/** The queue as it is now, in one line. */
export function QueueNow({ queue }: Pick<StorefrontWire, 'queue'>) {
  const { say } = useJourney()
  const range = waitWords(queue.waiting, queue)
  const words = isUnserved(queue) ? 'noCounterOpen' : range === null ? 'aheadNone' : null
  return <>{words === null ? say('aheadNow', { count: queue.waiting, range: range ?? '' }) : say(words)}</>
}
