/** A person's luck: the same seed gives the same decisions, whatever others do in between. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  happens(probability: number): boolean
  between(low: number, high: number): number
  /** A time with this mean, as between events that do not know each other; at most five times the mean. */
  around(mean: number): number
}

export function chanceOf(seed: number, person: number): Chance {
  // Mulberry32: small, and good enough to decide who leaves.
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(person + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    happens: (probability) => next() < probability,
    between: (low, high) => low + next() * (high - low),
    around: (mean) => Math.min(5 * mean, -Math.log(1 - next()) * mean),
  }
}
