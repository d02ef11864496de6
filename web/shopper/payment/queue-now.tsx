import { isNoFaster } from '#contract/queue/waiting.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { isUnserved, waitWords } from '#web/shopper/parts/wait.tsx'

export function QueueNow({ queue, shop }: Pick<StorefrontWire, 'queue' | 'shop'>) {
  const { say } = useJourney()
  const range = waitWords(queue.waiting, queue)
  const words = isUnserved(queue) ? 'noCounterOpen' : range === null ? 'aheadNone' : null
  return (
    <>
      {words === null ? say('aheadNow', { count: queue.waiting, range: range ?? '' }) : say(words)}
      {!isUnserved(queue) && isNoFaster(queue.waiting, queue, shop.usualWaitMinutes) && (
        <>
          <br />
          <b>{say('noFaster')}</b>
        </>
      )}
    </>
  )
}
