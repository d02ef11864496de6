import { Refusal } from '#contract/base/errors.ts'
import { TICKETS_A_DAY } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { ownerOf, type TicketBeside, type TicketKey, ticketsBeside } from '#server/queue/join/join-store.ts'
import { isLive } from '#server/queue/rules.ts'
import { hasHeldTooOften } from '#server/queue/slot-rules.ts'

/** A ticket that wants a slot of its `serviceDay`. */
interface Wish extends TicketKey {
  id: string
  /** The service day on which it is now. */
  from: string
  /** True for the first slot that an unpaid ticket holds. */
  isFirstHold: boolean
}

/**
 * Returns why each ticket cannot have a slot; null if it can. `already_booked`: the mobile has a live ticket on that day. `too_many_tickets`:
 * it has had too many that day. `held_too_often`: it has held too many slots without paying. Costs one statement, or none if all wishes
 * stay on their days and none is a first hold, or if the tickets beside them are known.
 */
export async function refusedWishes(
  tx: Tx,
  wishes: readonly Wish[],
  now: Date,
  known?: readonly TicketBeside[],
): Promise<(Refusal | null)[]> {
  const isAsked = (wish: Wish) => wish.isFirstHold || wish.serviceDay !== wish.from
  const own = Map.groupBy(known ?? (await ticketsBeside(tx, wishes.filter(isAsked), now)), ownerOf)
  return wishes.map((wish) => {
    if (!isAsked(wish)) return null
    const others = (own.get(ownerOf(wish)) ?? []).filter(({ id }) => id !== wish.id)
    if (wish.isFirstHold && hasHeldTooOften(others, now)) return new Refusal('held_too_often')
    if (wish.serviceDay === wish.from) return null
    const thatDay = others.filter(({ serviceDay }) => serviceDay === wish.serviceDay)
    if (thatDay.some(isLive)) return new Refusal('already_booked')
    return thatDay.length >= TICKETS_A_DAY ? new Refusal('too_many_tickets') : null
  })
}
