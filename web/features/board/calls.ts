import { type Digest, numbersOf } from '../../../contract/waiting.ts'

/** A token number on the board and where it is to come; null where the call names no counter. */
export interface Call {
  number: number
  counter: string | null
}

/** As many as can be read from across the hall. */
export const CALLS = 3
export const NEXT = 6

/** A countdown that began at `startTime`, epoch ms of the server. */
type Started = Call & { startTime: number }

/**
 * The newest calls and the next numbers. A countdown is told at once, the digest up to half a second later: a call that began after
 * the digest was read stands first already, and its number is no longer next.
 */
export function onBoard(queue: Digest, running: readonly Started[]): { calls: Call[]; next: number[] } {
  const early = running.filter(({ startTime }) => startTime > queue.serverTime).toSorted((a, b) => b.startTime - a.startTime)
  const isEarly = (number: number) => early.some((one) => one.number === number)
  const calls = [...early, ...queue.nowServing.filter(({ number }) => !isEarly(number))]
  return {
    calls: calls.slice(0, CALLS).map(({ number, counter }) => ({ number, counter })),
    next: numbersOf(queue.order)
      .filter((number) => !isEarly(number))
      .slice(0, NEXT),
  }
}
