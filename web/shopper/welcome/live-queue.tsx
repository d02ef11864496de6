import { isNoFaster } from '#contract/queue/waiting.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { offersSlots } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { opensParts } from '#web/shopper/parts/opens.ts'
import { usePause } from '#web/shopper/parts/pause.tsx'
import { isUnserved, Wait, waitWords } from '#web/shopper/parts/wait.tsx'
import { clockTime } from '#web/shopper/times.ts'

export function LiveQueue({ storefront }: { storefront: StorefrontWire }) {
  const { world, say, clock } = useJourney()
  const { open, queue } = storefront
  const paused = usePause()
  const openWords = isUnserved(queue) ? 'noCounterOpen' : 'firstCome'
  return (
    <section className="live" aria-label={say('queueNow')}>
      {open.isOpen ? (
        <dl>
          <div>
            <dt>{say('now')}</dt>
            <dd>
              <span className={paused === null ? 'on' : 'off'}>{say(paused === null ? 'open' : 'paused')}</span>
            </dd>
          </div>
          <div>
            <dt>{say('waiting')}</dt>
            <dd className="num">{queue.waiting}</dd>
          </div>
          {paused === null && (
            <div>
              <dt>{say('expectedWait')}</dt>
              <dd className="num">
                <Wait ahead={queue.waiting} queue={queue} />
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <dl>
          <div>
            <dt>{say('now')}</dt>
            <dd>
              <span className="off">{say('closed')}</span>
            </dd>
          </div>
          {open.opensAt !== null && <Opens {...opensParts(open.opensAt, clock.now(), world, say)} />}
        </dl>
      )}
      {open.isOpen && <Compared storefront={storefront} />}
      {world.staleSince !== null ? (
        <p role="status">{say('notConnectedQueue', { time: clockTime(world.staleSince, world) })}</p>
      ) : (
        (paused === null || !open.isOpen) && <p>{say(open.isOpen ? openWords : offersSlots(storefront) ? 'bookTomorrow' : 'closedText')}</p>
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

/** The wait here next to the wait in the billing queue, as the shop states it. Nothing if the wait is unknown or not shorter. */
function Compared({ storefront: { shop, queue } }: { storefront: StorefrontWire }) {
  const { say } = useJourney()
  const usual = shop.usualWaitMinutes
  if (usual === null || isUnserved(queue) || isNoFaster(queue.waiting, queue, usual)) return null
  const range = waitWords(queue.waiting, queue)
  return <p className="live__compare num">{range === null ? say('compareNone', { usual }) : say('compare', { usual, range })}</p>
}
