import { Refusal } from '#contract/base/errors.ts'
import { TICKETS_A_DAY } from '#contract/queue/queue.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type TicketKey, ticketsOf } from '#server/queue/join/join-store.ts'
import { isLive } from '#server/queue/rules.ts'

/**
 * Returns for each of these tickets, which would go to this service day, why it cannot: its mobile has a live ticket there (`already_booked`) or
 * has had too many that day (`too_many_tickets`); otherwise null. Without tickets it costs no statement.
 */
export async function takenDays(tx: Tx, tickets: readonly TicketKey[]): Promise<(Refusal | null)[]> {
  const others = await ticketsOf(tx, tickets)
  return tickets.map(({ shopId, mobile, serviceDay }) => {
    const own = others.filter((other) => other.shopId === shopId && other.mobile === mobile && other.serviceDay === serviceDay)
    if (own.some(isLive)) return new Refusal('already_booked')
    return own.length >= TICKETS_A_DAY ? new Refusal('too_many_tickets') : null
  })
}
