import { HOUR } from '#contract/base/time.ts'
import { chanceOf } from './chance.ts'

/**
 * The share of a Saturday's visitors that arrives in each hour, in percent. It is our assumption and not a measurement. Malls in Indian
 * cities open at ten, are quiet until noon, have a small peak at lunch and the largest in the evening. They let no one in after ten. The
 * busiest hour has a seventh of the day, so a queue that keeps up then keeps up all day.
 */
const byHour: Readonly<Record<number, number>> = {
  10: 2,
  11: 4,
  12: 6,
  13: 8,
  14: 8,
  15: 7,
  16: 8,
  17: 11,
  18: 14,
  19: 14,
  20: 11,
  21: 7,
}

/** The largest share of an hour, from 0 to 1. */
export const BUSIEST = Math.max(...Object.values(byHour)) / 100

/** Someone who scans a shop's code: `at` is in ms after midnight. */
export interface Arrival {
  person: number
  at: number
  shop: number
}

/** The share of the visits to each shop; the shares add up to 1. The first is visited about ten times as often as the last of fifty. */
export function popularityOf(shops: number): number[] {
  const weights = Array.from({ length: shops }, (_, i) => 1 / (i + 5))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / whole)
}

/** Everyone who comes on the Saturday of this seed, in order of time. */
export function arrivalsOf(seed: number, people: number, popularity: readonly number[]): Arrival[] {
  const hours = Object.entries(byHour).map(([hour, percent]) => [Number(hour), percent / 100] as const)
  return Array.from({ length: people }, (_, person) => {
    const chance = chanceOf(seed, person)
    const [hour] = drawn(hours, ([, share]) => share, chance.next())
    const shop = drawn([...popularity.entries()], ([, share]) => share, chance.next())[0]
    return { person, shop, at: (hour + chance.next()) * HOUR }
  }).sort((a, b) => a.at - b.at)
}

function drawn<T>(all: readonly T[], shareOf: (one: T) => number, luck: number): T {
  let left = luck
  for (const one of all) {
    left -= shareOf(one)
    if (left < 0) return one
  }
  return all.at(-1) as T
}
