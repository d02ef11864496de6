import { type Digest, numbersOf } from '#contract/queue/waiting.ts'

/** `counter` is null if the call names none. */
export interface BoardCall {
  number: number
  counter: string | null
  /** The newest call, as long as its shopper has not arrived. */
  isNew: boolean
  /** The shopper is at the counter. */
  isServing: boolean
}

/** One number fills the stage, two or three are rows, more are cards in two or three columns. */
export type Layout = 'none' | 'one' | 'rows' | 'two-columns' | 'three-columns'

/** With more calls than this, the numbers are too small to read from across the hall. */
export const CALLS = 12
export const NEXT = 6
export const MISSED = 5

/** `startTime` is in epoch ms of the server. */
interface Started {
  number: number
  counter: string | null
  startTime: number
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * A countdown arrives at once, the digest up to half a second later. So a call that began after the digest was read is already shown, and
 * its number is not next. Counters keep their order, so that people find them again. Calls without a counter come last, the newest first.
 */
export function onBoard(queue: Digest, running: readonly Started[]): { calls: BoardCall[]; next: number[]; layout: Layout } {
  const early = running
    .filter(({ startTime, number }) => startTime > queue.serverTime && !isServingIn(queue, number))
    .sort((a, b) => b.startTime - a.startTime)
  const isEarly = (number: number) => early.some((one) => one.number === number)
  // A counter holds one person: a newer call to it replaces the older one before the digest says so.
  const taken = new Set(early.flatMap(({ counter }) => (counter === null ? [] : [counter])))
  const told = queue.nowServing.filter(({ number, counter }) => !isEarly(number) && (counter === null || !taken.has(counter)))
  const newest = early[0]?.number ?? told.find((call) => !call.serving)?.number
  const calls = [...early.map(({ number, counter }) => ({ number, counter, serving: false })), ...told]
    .slice(0, CALLS)
    .map(({ number, counter, serving }) => ({ number, counter, isNew: number === newest, isServing: serving === true }))
    .sort((a, b) => (a.counter === null || b.counter === null ? nullsLast(a.counter, b.counter) : byName.compare(a.counter, b.counter)))
  return {
    calls,
    next: numbersOf(queue.order)
      .filter((number) => !isEarly(number))
      .slice(0, NEXT),
    layout: layoutOf(calls.length),
  }
}

const isServingIn = (queue: Digest, number: number): boolean =>
  queue.nowServing.some((call) => call.number === number && call.serving === true)

const nullsLast = (a: string | null, b: string | null): number => Number(a === null) - Number(b === null)

function layoutOf(calls: number): Layout {
  if (calls <= 3) return calls === 0 ? 'none' : calls === 1 ? 'one' : 'rows'
  return calls <= 8 ? 'two-columns' : 'three-columns'
}

/** Leaves out numbers that have been called again. */
export function missedOnBoard(missed: readonly number[], calls: readonly BoardCall[]): number[] {
  return missed.filter((number) => !calls.some((call) => call.number === number)).slice(0, MISSED)
}
