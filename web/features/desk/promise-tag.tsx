import { MINUTE } from '#contract/base/time.ts'
import type { StaffTicket } from '#web/data/queue.ts'
import { serverNow } from '#web/live/server-clock.ts'
import { eachUntil, useNow } from '#web/live/use-now.ts'
import { sayOfDesk } from '#web/words/desk.ts'

/** A promise with fewer minutes left is urgent. */
const URGENT_MINUTES = 5

/** How long the service promise of a waiting customer still lasts, or that the fee goes back. Nothing after the promise was kept. */
export function PromiseTag({ ticket: { promise, state } }: { ticket: StaffTicket }) {
  const until = promise?.state === 'open' && state === 'waiting' ? promise.until : null
  const now = useNow(serverNow, eachUntil(until, MINUTE))
  if (promise?.state === 'broken') return <small className="staff-table-promise">{sayOfDesk('promiseBroken')}</small>
  if (until === null) return null
  const minutes = minutesTo(until, now)
  return (
    <small className="staff-table-promise num" data-urgent={minutes < URGENT_MINUTES || undefined}>
      {until <= now ? sayOfDesk('promiseOver') : minutes === 0 ? sayOfDesk('promiseSoon') : sayOfDesk('promiseLeft', { minutes })}
    </small>
  )
}

/** Whole minutes to an instant, rounded down; 0 after it. */
const minutesTo = (until: number, now: number): number => Math.max(0, Math.floor((until - now) / MINUTE))
