import type { SignedIn } from '#contract/accounts/accounts.ts'
import { type Reader, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { type Shop, shopById } from '#server/shops/service.ts'
import { isOutsideHours } from '#server/slots/service.ts'
import * as due from './due-store.ts'
import { slotOf } from './slot-rules.ts'
import { lockTicket } from './store.ts'
import { applyAction } from './transition.ts'
import { actorOf } from './whose-ticket.ts'

/** A desk can call these people; more of them are rather ended. */
const FIRST = 50

/** The bookings of a shop that its opening hours do not cover any more, in the order of their slots: how many, and the first of them. */
export async function outsideHours(db: Reader, shop: Shop, now: Date) {
  const slots = await slotsOutside(db, shop, now)
  const tickets = slots.length === 0 ? [] : await due.bookedAt(db, shop.id, slots, FIRST)
  return {
    count: slots.reduce((sum, { bookings }) => sum + bookings, 0),
    first: tickets.flatMap(({ id: ticketId, number, name, mobile, slotStartsAt: startsAt }) =>
      number === null || startsAt === null ? [] : [{ ticketId, number, name, mobile, startsAt }],
    ),
  }
}

const slotsOutside = async (db: Reader, shop: Shop, now: Date) =>
  (await due.bookedSlots(db, shop.id, now)).filter((slot) => isOutsideHours(shop, slot))

/**
 * Ends these bookings, each in a transaction of its own: their fees come back, and their people are told. Returns how many. The caller has
 * checked that `caller` may do this. Refuses as `shopById` does.
 */
export async function endBookingsOutside(deps: Deps, caller: SignedIn, shop: Shop): Promise<number> {
  let ended = 0
  for (const { id } of await due.bookedAt(deps.db, shop.id, await slotsOutside(deps.db, shop, deps.clock.now()), null))
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
