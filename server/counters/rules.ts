import type { Paused, PauseReason } from '#contract/queue/queue.ts'

/** `pausedUntil` is the end of an open counter's pause. */
export interface CounterState {
  isOpen: boolean
  pausedUntil: Date | null
}

/** Without an end the pause lasts until staff resume the shop. */
export interface ShopPause {
  reason: PauseReason
  until: Date | null
}

export const takesCalls = ({ isOpen, pausedUntil }: CounterState, now: Date): boolean =>
  isOpen && (pausedUntil === null || pausedUntil <= now)

/**
 * Returns why a shop takes no new tickets now; null if it takes them. A pause by staff comes first. Otherwise the shop pauses automatically
 * if it has counters and none of them takes calls. That pause lasts until the first pause of an open counter ends, or until staff open a
 * counter.
 */
export function pausedNow(pause: ShopPause | null, counters: readonly CounterState[], now: Date): Paused | null {
  if (pause && (pause.until === null || pause.until > now)) return { reason: pause.reason, until: pause.until?.toISOString() ?? null }
  if (counters.length === 0 || counters.some((counter) => takesCalls(counter, now))) return null
  const ends = counters.flatMap(({ isOpen, pausedUntil }) => (isOpen && pausedUntil ? [pausedUntil.getTime()] : []))
  return { reason: 'counters_closed', until: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString() }
}
