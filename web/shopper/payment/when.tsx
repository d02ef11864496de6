import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { isUnserved, waitWords } from '#web/shopper/parts/wait.tsx'
import { clockTime } from '#web/shopper/times.ts'

/** The queue as it is now, in one line. */
export function QueueNow({ queue }: Pick<StorefrontWire, 'queue'>) {
  const { say } = useJourney()
  const range = waitWords(queue.waiting, queue)
  const words = isUnserved(queue) ? 'noCounterOpen' : range === null ? 'aheadNone' : null
  return <>{words === null ? say('aheadNow', { count: queue.waiting, range: range ?? '' }) : say(words)}</>
}

/** The choice: now, or at one of the shop's bookable times. A shop without such times asks nothing. */
export function When({
  storefront,
  slotId,
  onChoose,
}: {
  storefront: StorefrontWire
  slotId: string | null
  onChoose: (id: string | null) => void
}) {
  const { world, say } = useJourney()
  const { queue, slots } = storefront
  return (
    <fieldset className="plain">
      <legend>{say('whenToCome')}</legend>
      <div className="slots">
        <label className="opt">
          <input type="radio" name="when" checked={slotId === null} onChange={() => onChoose(null)} />
          <span>
            <b>{say('joinNow')}</b>
            <small className="num">
              <QueueNow queue={queue} />
            </small>
          </span>
        </label>
        <div className="grid">
          {slots.map((slot) => (
            <label key={slot.id} className="opt">
              <input type="radio" name="when" disabled={slot.left === 0} checked={slotId === slot.id} onChange={() => onChoose(slot.id)} />
              <b className="num">{clockTime(slot.startsAt, world)}</b>
              <small className="num">{slot.left === 0 ? say('slotFull') : say('slotLeft', { count: slot.left })}</small>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}
