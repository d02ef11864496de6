import type { Reader } from '#server/db/transaction.ts'
import * as store from './day-store.ts'
import type { Ticket } from './rules.ts'

/** What became of the numbered tickets of these shops on a service day, and the median wait of those who were called, in seconds. */
export const daySums = store.daySums

/**
 * How many people each of these shops served on a service day until an instant, how many did not come, and the median wait of those who were
 * called, in seconds.
 */
export const daySoFar = store.daySoFar

/** The steps of these tickets, in the order in which they happened. */
export const stepsOf = store.stepsOf

/** A position in the list of a day: the tickets after it have a lower number, or are of a later shop. */
export interface DayCursor {
  shopId: string
  number: number
}

/**
 * Numbered tickets of a service day after a place: shop by shop in the given order, the newest number first; at most `most`. Each shop that
 * gave out numbers is asked for once, so the number of statements does not depend on the past.
 */
export async function ticketsOfDay(
  db: Reader,
  shopIds: readonly string[],
  day: string,
  after: DayCursor | null,
  most: number,
): Promise<Ticket[]> {
  const given = await store.numbersGiven(db, shopIds, day)
  const from = after === null ? 0 : shopIds.indexOf(after.shopId)
  const tickets: Ticket[] = []
  for (const shopId of from < 0 ? [] : shopIds.slice(from)) {
    const below = after?.shopId === shopId ? after.number : (given.get(shopId) ?? 0) + 1
    if (below > 1) tickets.push(...(await store.ticketsBelow(db, shopId, day, below, most - tickets.length)))
    if (tickets.length >= most) break
  }
  return tickets
}
