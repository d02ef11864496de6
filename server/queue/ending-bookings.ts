import { DAY } from '#contract/base/time.ts'
import { MOST_DAYS_AHEAD } from '#contract/slots/slots.ts'
import type { Reader } from '#server/db/transaction.ts'
import type { Shop } from '#server/shops/service.ts'
import { isClosedDuring } from '#server/slots/service.ts'
import * as due from './due-store.ts'
import { slotOf } from './slot-rules.ts'

/** How many bookings `endClosedBookings` would end at a shop with these opening hours and exceptions. */
export async function countEndingBookings(db: Reader, shop: Shop, now: Date): Promise<number> {
  if (shop.exceptions.length === 0) return 0
  // Bookings outlive a change of the days ahead, so this reaches to the last day that a shop may offer.
  const span = { from: now, until: new Date(now.getTime() + (MOST_DAYS_AHEAD + 2) * DAY) }
  let count = 0
  let tickets = await due.bookedBetween(db, [shop.id], span, undefined)
  while (tickets.length > 0) {
    count += tickets.map(slotOf).filter((slot) => slot !== null && isClosedDuring(shop, slot)).length
    tickets = await due.bookedBetween(db, [shop.id], span, tickets.at(-1))
  }
  return count
}
