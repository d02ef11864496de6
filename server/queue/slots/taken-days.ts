import { Refusal } from '#contract/base/errors.ts'
import { TICKETS_A_DAY } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type TicketKey, ticketsOf } from '#server/queue/join/join-store.ts'
import { isLive } from '#server/queue/rules.ts'

/**
 * Returns why each ticket cannot go to its service day; null if it can. `already_booked`: the mobile has a live ticket there.
 * `too_many_tickets`: it has had too many that day. Without tickets it costs no statement.
 */
export async function takenDays(tx: Tx, tickets: readonly TicketKey[]): Promise<(Refusal | null)[]> {
  const others = await ticketsOf(tx, tickets)
  return tickets.map(({ shopId, mobile, serviceDay }) => {
    const own = others.filter((other) => other.shopId === shopId && other.mobile === mobile && other.serviceDay === serviceDay)
    if (own.some(isLive)) return new Refusal('already_booked')
    return own.length >= TICKETS_A_DAY ? new Refusal('too_many_tickets') : null
  })
}
