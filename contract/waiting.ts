/** The public state of a shop's queue: numbers only, never names. Phones derive their own place from it. */
export interface Digest {
  shopId: string
  /** Place in the shop's stream; a digest with a lower number is older and is ignored. */
  seq: number
  /** People waiting (called ones not counted). */
  waiting: number
  /** Token numbers of the waiting, in serving order. */
  order: number[]
  /** Called and serving, the newest call first. */
  nowServing: { number: number; counter: string | null }[]
  minutesPerTicket: number
  openCounters: number
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
  const place = digest.order.indexOf(number)
  return place < 0 ? null : place
}

/**
 * A first honest expected wait: people ahead × minutes per ticket ÷ open counters, shown as a range of ±30 % because one
 * number would promise too much. Rounded to whole minutes below ten and to fives above. No open counter counts as one.
 */
export function expectedWait(peopleAhead: number, digest: Pick<Digest, 'minutesPerTicket' | 'openCounters'>): WaitRange {
  const middle = (peopleAhead * digest.minutesPerTicket) / Math.max(1, digest.openCounters)
  const round = (minutes: number, by: (n: number) => number) => (minutes < 10 ? by(minutes) : by(minutes / 5) * 5)
  const low = round(middle * 0.7, Math.floor)
  return { low, high: Math.max(low + 1, round(middle * 1.3, Math.ceil)) }
}
