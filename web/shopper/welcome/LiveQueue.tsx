import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { useJourney } from '../journey-context.ts'
import { opensParts } from '../parts/opens.ts'
import { waitWords } from '../parts/wait.ts'
import { clockTime } from '../times.ts'
import { useNow } from '../use-now.ts'

/** The queue as it is now: open or closed, how many wait, how long it may take, and the promise of the order. */
export function LiveQueue({ storefront }: { storefront: StorefrontWire }) {
  const { world, say } = useJourney()
  const now = useNow(false)
  const { open, queue, slots } = storefront
  return (
    <section className="live" aria-label={say('queueNow')}>
      {open.isOpen ? (
        <dl>
          <div>
            <dt>{say('now')}</dt>
            <dd>
              <span className="on">{say('open')}</span>
            </dd>
          </div>
          <div>
            <dt>{say('waiting')}</dt>
            <dd className="num">{queue.waiting}</dd>
          </div>
          <div>
            <dt>{say('expectedWait')}</dt>
            <dd className="num">
              <Wait storefront={storefront} />
            </dd>
          </div>
        </dl>
      ) : (
        <dl>
          <div>
            <dt>{say('now')}</dt>
            <dd>
              <span className="off">{say('closed')}</span>
            </dd>
          </div>
          {open.opensAt !== null && <Opens {...opensParts(open.opensAt, now, world.locale, say)} />}
        </dl>
      )}
      {world.staleSince !== null ? (
        <p role="status">{say('notConnectedQueue', { time: clockTime(world.staleSince) })}</p>
      ) : (
        <p>{open.isOpen ? promiseOf(storefront, say) : say(slots.length > 0 ? 'bookTomorrow' : 'closedText')}</p>
      )}
    </section>
  )
}

function Wait({ storefront }: { storefront: StorefrontWire }) {
  const { say } = useJourney()
  const range = waitWords(storefront.queue.waiting, storefront.queue)
  if (range === null) return say('noWait')
  return (
    <>
      {range} <small>{say('min')}</small>
    </>
  )
}

function Opens({ time, day }: { time: string; day: string }) {
  const { say } = useJourney()
  return (
    <div>
      <dt>{say('opens')}</dt>
      <dd className="num">
        {time} <small>{day}</small>
      </dd>
    </div>
  )
}

/** Who can still pass somebody who joins now. */
function promiseOf(storefront: StorefrontWire, say: ReturnType<typeof useJourney>['say']): string {
  const minutes = storefront.lanes.find(({ lane }) => lane === 'priority')?.headStartMinutes ?? 0
  return storefront.fee.totalPaise > 0 && minutes > 0 ? say('headStart', { minutes }) : say('firstCome')
}
