import { MINUTE } from '#contract/base/time.ts'
import type { PromiseState, TicketState } from '#contract/queue/queue.ts'

export interface Promised {
  promisedUntil: Date | null
  promiseState: PromiseState | null
  calledAt: Date | null
}

/** `minutes` are those of the ticket's order. */
export const promiseFrom = (minutes: number | null, joinedAt: Date): Omit<Promised, 'calledAt'> =>
  minutes === null
    ? { promisedUntil: null, promiseState: null }
    : { promisedUntil: new Date(joinedAt.getTime() + minutes * MINUTE), promiseState: 'open' }

/** The promise of a booked ticket begins when it joins. A broken one does not begin again: its fee went back already. */
export const promiseOnJoining = (
  { promiseMinutes, promiseState }: Pick<Promised, 'promiseState'> & { promiseMinutes: number | null },
  joinedAt: Date,
): Partial<Promised> => (promiseState === null ? promiseFrom(promiseMinutes, joinedAt) : {})

/** A ticket that goes from the queue to a slot is not promised a call before that. A broken promise stays broken. */
export const promiseOnLeaving = ({ promiseState }: Pick<Promised, 'promiseState'>): Partial<Promised> =>
  promiseState === 'broken' ? {} : { promisedUntil: null, promiseState: null }

/**
 * `to` is `kept` for a call and `ended` for an end. In the last millisecond of the promise a call still keeps it. After that nothing
 * changes: the promise stays open until `keepPromises` finds it broken.
 */
export const promiseAt = (ticket: Promised, to: 'kept' | 'ended', now: Date): { promiseState?: PromiseState } =>
  ticket.promiseState === 'open' && ticket.promisedUntil !== null && now <= ticket.promisedUntil ? { promiseState: to } : {}

/** An undone first call was no call: the promise that it kept is open again, even if its time is over. */
export const promiseAfterUndo = (ticket: Promised, before: Partial<Promised>): { promiseState?: PromiseState } =>
  ticket.promiseState === 'kept' && !before.calledAt ? { promiseState: 'open' } : {}

/** What shopper and staff read: a booked ticket is promised a call after its slot has started. */
export function promiseShown(
  ticket: Omit<Promised, 'calledAt'> & { promiseMinutes: number | null; state: TicketState; slotStartsAt: Date | null },
): { until: Date; state: PromiseState } | null {
  const { promisedUntil: until, promiseState: state } = ticket
  if (until !== null && state !== null) return { until, state }
  if (ticket.state !== 'booked' || ticket.slotStartsAt === null || ticket.promiseMinutes === null) return null
  return { until: new Date(ticket.slotStartsAt.getTime() + ticket.promiseMinutes * MINUTE), state: 'open' }
}

/** True if the time of the promise is over and no call came in time. */
export const isPromiseBroken = ({ promiseState, promisedUntil }: Omit<Promised, 'calledAt'>, now: Date): boolean =>
  promiseState === 'open' && promisedUntil !== null && promisedUntil < now
