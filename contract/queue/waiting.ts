import type { Paused } from './queue.ts'

/** A token number, or consecutive ones: the first and the last of at least three. */
export type Run = number | [first: number, last: number]

/** The public state of a shop's queue: numbers only, never names. Phones derive their own position from it. */
export interface Digest {
  shopId: string
  /** Sequence number in the shop's stream; a digest with a lower number is older and is ignored. */
  seq: number
  /** People waiting (called ones not counted). */
  waiting: number
  /** Token numbers of waiting tickets in serving order, packed as runs because every phone of a hall gets them on every change. */
  order: Run[]
  /** Called and serving tickets, the newest call first. */
  nowServing: { number: number; counter: string | null; serving?: true | undefined }[]
  minutesPerTicket: number
  /** 0 if all counters of the shop are closed or paused; 1 if it has no counters. */
  openCounters: number
  /** Set while the shop takes no new tickets. */
  paused: Paused | null
  /** The server's clock when this was read, epoch ms. */
  serverTime: number
}

/** A wait in whole minutes; `high` is never below `low`. */
export interface WaitRange {
  low: number
  high: number
}

/** How many people are served before this token number; null if it is not waiting. */
export function peopleAheadOf(digest: Pick<Digest, 'order'>, number: number): number | null {
  let ahead = 0
  for (const run of digest.order) {
    const [first, last] = endsOf(run)
    if (number >= first && number <= last) return ahead + number - first
    ahead += last - first + 1
  }
  return null
}

const endsOf = (run: Run): [first: number, last: number] => (typeof run === 'number' ? [run, run] : run)

/** Token numbers as runs, in the same order. */
export function runsOf(numbers: readonly number[]): Run[] {
  const runs: Run[] = []
  for (let i = 0; i < numbers.length; ) {
    const first = numbers[i] as number
    let many = 1
    while (numbers[i + many] === first + many) many += 1
    // two in a row are shorter as they are
    if (many > 2) runs.push([first, first + many - 1])
    else runs.push(...numbers.slice(i, i + many))
    i += many
  }
  return runs
}

/** The token numbers of runs, in the same order. */
export const numbersOf = (runs: readonly Run[]): number[] =>
  runs.flatMap((run) => {
    const [first, last] = endsOf(run)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

/**
 * The expected wait: people ahead × minutes per ticket ÷ open counters, as a range of ±30 % because a single number would promise too
 * much. It is rounded to whole minutes below ten and to fives above. Without an open counter, it is calculated for one counter: a screen
 * that must show no minutes then has to check that on its own.
 */
export function expectedWait(peopleAhead: number, digest: Pick<Digest, 'minutesPerTicket' | 'openCounters'>): WaitRange {
  const middle = (peopleAhead * digest.minutesPerTicket) / Math.max(1, digest.openCounters)
  const round = (minutes: number, by: (n: number) => number) => (minutes < 10 ? by(minutes) : by(minutes / 5) * 5)
  const low = round(middle * 0.7, Math.floor)
  return { low, high: Math.max(low + 1, round(middle * 1.3, Math.ceil)) }
}
