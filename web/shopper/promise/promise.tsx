import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { PromiseTexts } from '#texts/en/promise.ts'
import type { Say } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { clockTime, dayAndTime, daysAhead } from '#web/shopper/times.ts'

/** Only shops that make a service promise load this file. */

const SHIELD = 'M12 3.2 5 6v5.2c0 4.3 2.9 7.7 7 9.6 4.1-1.9 7-5.3 7-9.6V6zM8.8 12l2.3 2.3 4.2-4.4'
const BACK = 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3'

/** Shown before the shopper pays. */
export function Terms({ minutes, say }: { minutes: number; say: Say<PromiseTexts> }) {
  return (
    <p className="promise num">
      <Drawing path={SHIELD} />
      <span>{say('terms', { count: minutes })}</span>
    </p>
  )
}

/** Says until when, or what comes back. Shows nothing after the promise was kept. */
export function Ticket({ pass: { promise, payment, number }, say }: { pass: PassWire; say: Say<PromiseTexts> }) {
  const { world, clock } = useJourney()
  if (!promise?.until || (promise.state !== 'open' && promise.state !== 'broken')) return null
  const isToday = daysAhead(promise.until, clock.now(), world) === 0
  const time = isToday ? clockTime(promise.until, world) : dayAndTime(promise.until, world)
  const amount = rupees(payment?.amountPaise ?? 0)
  const isBroken = promise.state === 'broken'
  const money = payment?.state === 'refunded' ? 'done' : payment?.gateway === 'cash' ? 'inCash' : 'onTheWay'
  return (
    <div className="say" role="status">
      <Drawing path={isBroken ? BACK : SHIELD} />
      <div>
        <p className="num">
          <b>{isBroken ? say('broken', { time }) : say('calledBy', { time })}</b>
        </p>
        <p className="num">{isBroken ? say(money, { amount, number: number ?? '' }) : say('calledByHint')}</p>
      </div>
    </div>
  )
}
