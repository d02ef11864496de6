import type { CounterState, DeskState } from '#web/data/desk.ts'
import type { StaffTicket } from '#web/data/queue.ts'

/**
 * What the blue button does next. At a counter it is the next step for the one customer there. Without a counter the button only calls,
 * because several customers can be called at the same time.
 */
export type Step =
  | { does: 'call'; next: StaffTicket }
  | { does: 'arrive'; ticket: StaffTicket }
  | { does: 'serve'; ticket: StaffTicket; next: StaffTicket | null }
  | { does: 'open'; counter: CounterState }
  | { does: 'nothing' }

/** The counter that this device is at; null if it is at none. */
export const ownCounter = (desk: DeskState | undefined): CounterState | null => desk?.counters.find(({ id }) => id === desk.mine) ?? null

/** True while a counter takes no calls. `now` is epoch ms by the server's clock. */
export const takesNoCalls = (counter: CounterState, now: number): boolean => !counter.isOpen || isPausing(counter, now)

/** True while a counter is paused. */
export const isPausing = (counter: CounterState, now: number): boolean =>
  counter.pausedUntil !== null && counter.pausedUntil.getTime() > now

/**
 * The customer on the card. At a counter it is the customer of that counter, whatever other counters do. Without a counter it is the chosen
 * customer, else the earliest call, so that another person's call never replaces the customer on the card.
 */
export function shownOf(called: readonly StaffTicket[], counterId: string | null, chosen: string | null): StaffTicket | null {
  if (counterId !== null) return called.find((ticket) => ticket.counterId === counterId) ?? null
  return called.find((ticket) => ticket.id === chosen) ?? called[called.length - 1] ?? null
}

/** The next step at `counter` (null: without a counter). `shown` is the customer there, `next` the one who would be called next. */
export function stepOf(counter: CounterState | null, shown: StaffTicket | null, next: StaffTicket | null, now: number): Step {
  if (counter === null) return next === null ? { does: 'nothing' } : { does: 'call', next }
  const stops = takesNoCalls(counter, now)
  if (shown?.state === 'called') return { does: 'arrive', ticket: shown }
  if (shown?.state === 'serving') return { does: 'serve', ticket: shown, next: stops ? null : next }
  if (stops) return { does: 'open', counter }
  return next === null ? { does: 'nothing' } : { does: 'call', next }
}

/** A name for the label of the blue button, which the guard against double presses compares. */
export const nameOf = (step: Step): string => (step.does === 'serve' ? `serve:${step.next !== null}` : step.does)

/** True if the countdown of a called ticket is over: the ticket is in its grace time. */
export function isTimeUp(ticket: StaffTicket, now: number): boolean {
  const { state, startTime, duration } = ticket
  return state === 'called' && startTime !== null && duration !== null && startTime + duration * 1000 <= now
}

/**
 * The customer who keeps this counter busy: being served, or called with time left. Null if the counter is free or the countdown is over:
 * then the next call marks the earlier customer as missed.
 */
export const keepsBusy = (shown: StaffTicket | null, counterId: string | null, now: number): StaffTicket | null =>
  counterId !== null && shown !== null && !isTimeUp(shown, now) ? shown : null

/** The names of the others at a counter. If several devices use the same account, only this device's entry is left out. */
export function othersAt(counter: CounterState, self: string): string[] {
  const own = counter.people.indexOf(self)
  return counter.people.filter((_, i) => i !== own)
}
