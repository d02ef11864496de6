import { MINUTE } from '#contract/base/time.ts'
import { timeOfDay } from '#contract/base/zoned.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { eachUntil, useNow } from '#web/live/use-now.ts'
import { sayOfDesk } from '#web/words/desk.ts'

/** A promise with less time left is urgent. */
const URGENT_MS = 5 * MINUTE

/** Until when a customer is promised a call, or that the fee goes back. Nothing after the promise was kept. */
export function PromiseTag({ ticket: { promise, state }, timeZone }: { ticket: StaffTicket; timeZone: string | undefined }) {
  const until = promise?.state === 'open' && (state === 'waiting' || state === 'booked') ? promise.until : null
  const now = useNow(serverNow, eachUntil(until, MINUTE))
  if (promise?.state === 'broken') return <small className="staff-table-promise">{sayOfDesk('promiseBroken')}</small>
  if (until === null) return null
  return (
    <small className="staff-table-promise num" data-urgent={until - now < URGENT_MS || undefined}>
      {until <= now ? sayOfDesk('promiseOver') : sayOfDesk('promiseUntil', { time: timeOfDay(until, timeZone) })}
    </small>
  )
}
