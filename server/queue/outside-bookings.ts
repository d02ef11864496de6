import type { SignedIn } from '#contract/accounts/accounts.ts'
import { type Reader, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { type Shop, shopById } from '#server/shops/service.ts'
import { isOutsideHours } from '#server/slots/service.ts'
import * as due from './due-store.ts'
import type { Ticket } from './rules.ts'
import { slotOf } from './slot-rules.ts'
import { lockTicket } from './store.ts'
import { applyAction } from './transition.ts'
import { actorOf } from './whose-ticket.ts'

/** The bookings of a shop that its opening hours do not cover any more, in the order of their slots. */
export async function bookingsOutside(db: Reader, shop: Shop, now: Date): Promise<Ticket[]> {
  const outside = (await due.bookedSlots(db, shop.id, now)).filter((slot) => isOutsideHours(shop, slot))
  return outside.length === 0 ? [] : due.bookedAt(db, shop.id, outside)
}

/**
 * Ends these bookings, each in a transaction of its own: their fees come back, and their people are told. Returns how many. The caller has
 * checked that `caller` may do this. Refuses as `shopById` does.
 */
export async function endBookingsOutside(deps: Deps, caller: SignedIn, shop: Shop): Promise<number> {
  let ended = 0
  for (const { id } of await bookingsOutside(deps.db, shop, deps.clock.now()))
    await transaction(deps.db, async (tx) => {
      const ticket = await lockTicket(tx, id)
      const slot = ticket?.state === 'booked' ? slotOf(ticket) : null
      // It was moved or cancelled in the meantime, or the hours were changed back.
      if (!ticket || !slot || !isOutsideHours(await shopById(tx, shop.id), slot)) return
      await applyAction(tx, ticket, { kind: 'close' }, actorOf(caller), deps.clock.now())
      ended += 1
    })
  return ended
}
