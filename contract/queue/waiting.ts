import { groupBy } from '#contract/base/group-by.ts'
import type { Lane, Paused } from './queue.ts'

/** One token number, or at least three consecutive ones. */
export type Run = number | [first: number, last: number]

/** Some waiting numbers of each lane, ascending, always with the first and the last. `ahead` people are served before the number. */
export type Landmarks = Partial<Record<Lane, [number: number, ahead: number][]>>

/** Numbers only, never names. Phones derive their own position from it. */
export interface Digest {
  shopId: string
  /** A digest with a lower number is older and is ignored. */
  seq: number
  /** Called people are not counted. */
  waiting: number
  /**
   * In serving order, packed as runs because every phone of a hall gets them on every change. If there are `landmarks`, only those at the
   * front.
   */
  order: Run[]
  /** The tickets after `order` in a long queue, so that its digest stays short. */
  landmarks?: Landmarks | undefined
  /** The newest call first. */
  nowServing: { number: number; counter: string | null; serving?: true | undefined }[]
  minutesPerTicket: number
  /** 0 if all counters of the shop are closed or paused; 1 if it has no counters. */
  openCounters: number
  /** Set while the shop takes no new tickets. */
  paused: Paused | null
  /** The server's clock when this was read, epoch ms. */
  serverTime: number
}

/** Whole minutes; `high` is never below `low`. */
export interface WaitRange {
  low: number
  high: number
}

/**
 * Null if the number is not waiting. The result is exact for the numbers of `order`. Between two landmarks of the lane it is estimated,
 * also for a number there that has stopped waiting.
 */
export function peopleAheadOf({ order, landmarks }: Pick<Digest, 'order' | 'landmarks'>, number: number, lane: Lane): number | null {
  let ahead = 0
  for (const run of order) {
    const [first, last] = endsOf(run)
    if (number >= first && number <= last) return ahead + number - first
    ahead += last - first + 1
  }
  let before: [number: number, ahead: number] | undefined
  for (const mark of landmarks?.[lane] ?? []) {
    if (mark[0] === number) return mark[1]
    if (mark[0] > number)
      return before ? Math.round(before[1] + ((mark[1] - before[1]) * (number - before[0])) / (mark[0] - before[0])) : null
    before = mark
  }
  return null
}

const endsOf = (run: Run): [first: number, last: number] => (typeof run === 'number' ? [run, run] : run)

export function runsOf(numbers: readonly number[]): Run[] {
  const runs: Run[] = []
  for (let i = 0; i < numbers.length; ) {
    const first = numbers[i] as number
    let many = 1
    while (numbers[i + many] === first + many) many += 1
    // a run of two would be longer
    if (many > 2) runs.push([first, first + many - 1])
    else runs.push(...numbers.slice(i, i + many))
    i += many
  }
  return runs
}

/** The JSON of a queue may have this many characters before its end is said in landmarks. */
const WHOLE = 1200
/** Then this many are for its front, and there are at most this many landmarks. */
const FRONT = 600
const LANDMARKS = 42
/** A lane of few people has this many landmarks at least: the other lane makes its places uneven. */
const FEWEST = 12

export interface InLine {
  number: number
  lane: Lane
}

/**
 * `queue` is in serving order. The result is short: all numbers if they are few or mostly consecutive, else those at the front and
 * landmarks of the others.
 */
export function orderOf(queue: readonly InLine[]): Pick<Digest, 'order' | 'landmarks'> {
  const order = runsOf(queue.map(({ number }) => number))
  if (lengthOf(order) <= WHOLE) return { order }
  let [length, listed, runs] = [0, 0, 0]
  for (const run of order) {
    length += lengthOf(run) + 1
    if (length > FRONT) break
    const [first, last] = endsOf(run)
    listed += last - first + 1
    runs += 1
  }
  const rest = queue.slice(listed).map((ticket, i) => ({ ...ticket, ahead: listed + i }))
  const landmarks: Landmarks = {}
  for (const [lane, tickets] of groupBy(rest, (ticket) => ticket.lane))
    landmarks[lane] = landmarksOf(tickets, Math.max(FEWEST, Math.floor(((LANDMARKS - FEWEST) * tickets.length) / rest.length)))
  return { order: order.slice(0, runs), landmarks }
}

const lengthOf = (said: unknown): number => JSON.stringify(said).length

/**
 * At most `most` landmarks: the first number of each span of equal length, and the last. The spans do not move when the queue does, so an
 * estimate does not rise when people ahead leave.
 */
function landmarksOf(tickets: readonly { number: number; ahead: number }[], most: number): [number: number, ahead: number][] {
  const inOrder = [...tickets].sort((a, b) => a.number - b.number)
  for (let span = 1; ; span *= 2) {
    const marks = inOrder.filter(
      ({ number }, i) => i === inOrder.length - 1 || Math.floor(number / span) !== Math.floor((inOrder[i - 1]?.number ?? -1) / span),
    )
    if (marks.length <= most) return marks.map(({ number, ahead }) => [number, ahead])
  }
}

export const numbersOf = (runs: readonly Run[]): number[] =>
  runs.flatMap((run) => {
    const [first, last] = endsOf(run)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

type Pace = Pick<Digest, 'minutesPerTicket' | 'openCounters'>

const middleWait = (peopleAhead: number, { minutesPerTicket, openCounters }: Pace): number =>
  (peopleAhead * minutesPerTicket) / Math.max(1, openCounters)

/** Compares with the billing queue, whose wait the shop states; false if it states none. */
export const isNoFaster = (peopleAhead: number, digest: Pace, usualWaitMinutes: number | null): boolean =>
  usualWaitMinutes !== null && middleWait(peopleAhead, digest) >= usualWaitMinutes

/**
 * People ahead × minutes per ticket ÷ open counters, as a range of ±30 % because a single number would promise too much. It is rounded to
 * whole minutes below ten and to fives above. Without an open counter, it is calculated for one: a screen that must show no minutes then
 * has to check that.
 */
export function expectedWait(peopleAhead: number, digest: Pace): WaitRange {
  const middle = middleWait(peopleAhead, digest)
  const round = (minutes: number, by: (n: number) => number) => (minutes < 10 ? by(minutes) : by(minutes / 5) * 5)
  const low = round(middle * 0.7, Math.floor)
  return { low, high: Math.max(low + 1, round(middle * 1.3, Math.ceil)) }
}

/** `now` is in epoch ms by the server's clock. */
export function pauseAt(queue: Digest | null, now: number): Paused | null {
  const paused = queue?.paused ?? null
  return paused !== null && paused.until !== null && Date.parse(paused.until) <= now ? null : paused
}
