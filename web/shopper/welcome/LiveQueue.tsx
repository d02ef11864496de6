import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { useJourney } from '../journey-context.ts'
import { opensParts } from '../parts/opens.ts'
import { isUnserved, Wait } from '../parts/Wait.tsx'
import { clockTime } from '../times.ts'
import { useNow } from '../use-now.ts'

/** The queue as it is now: open or closed, how many wait, how long it may take, and the promise of the order. */
export function LiveQueue({ storefront }: { storefront: StorefrontWire }) {
  const { world, say } = useJourney()
  const now = useNow(false)
  const { open, queue, slots } = storefront
  const openWords = isUnserved(queue) ? 'noCounterOpen' : 'firstCome'
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
              <Wait ahead={queue.waiting} queue={queue} />
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
          {open.opensAt !== null && <Opens {...opensParts(open.opensAt, now, world, say)} />}
        </dl>
      )}
      {world.staleSince !== null ? (
        <p role="status">{say('notConnectedQueue', { time: clockTime(world.staleSince, world) })}</p>
      ) : (
        <p>{say(open.isOpen ? openWords : slots.length > 0 ? 'bookTomorrow' : 'closedText')}</p>
      )}
    </section>
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
