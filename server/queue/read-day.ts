import type { Reader } from '#server/db/transaction.ts'
import * as store from './day-store.ts'
import type { Ticket } from './rules.ts'

export const ticketFigures = store.ticketFigures

export const stepsOf = store.stepsOf

/** The tickets after it have a lower number, or are of a later shop. */
export interface DayCursor {
  shopId: string
  number: number
}

/**
 * Shop by shop in the given order, the newest number first; at most `most`. Each shop that gave out numbers is read once, so the number of
 * statements does not depend on the past.
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
