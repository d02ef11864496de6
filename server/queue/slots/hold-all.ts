import { Refusal } from '#contract/base/errors.ts'
import { latest } from '#contract/base/time.ts'
import { salesAt } from '#server/counters/sales.ts'
import { type BatchStory, shopBatches } from '#server/db/shop-batches.ts'
import { lockFreeTickets } from '#server/queue/issue.ts'
import { ownerOf, ticketsBeside } from '#server/queue/join/join-store.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { holdSlots } from './hold-slots.ts'

/** A null `slotId` gives the place back. */
interface HoldingRequest {
  ticketId: string
  /** Whose ticket it is. */
  mobile: string
  shopId: string
  slotId: string | null
  now: Date
}

/**
 * The outcome is `locked` for a ticket that another transaction has locked, and for a second slot of the same ticket. Nothing happens to
 * it. Order of locks: the sale of each shop, the shops, the tickets, the counts of slots.
 */
const holdAll: BatchStory<HoldingRequest, Ticket | 'numbered'> = async (tx, requests, limits, locked) => {
  const firsts = [...new Map(requests.toReversed().map((request) => [request.ticketId, request])).values()].toReversed()
  // They run in this order.
  const [saleAt, tickets, beside] = await Promise.all([
    salesAt(
      tx,
      firsts.map(({ shopId }) => shopId),
      limits,
    ),
    lockFreeTickets(
      tx,
      firsts.map(({ ticketId }) => ticketId),
    ),
    ticketsBeside(tx, firsts, latest(firsts.map(({ now }) => now))),
  ])
  const outcomes = new Map<HoldingRequest, Ticket | 'numbered' | 'locked' | Refusal>()
  const due = firsts.flatMap((request) => {
    const [ticket, sale] = [tickets.get(request.ticketId), saleAt(request.shopId)]
    if (sale instanceof Refusal) outcomes.set(request, sale)
    else if (!ticket) outcomes.set(request, 'locked')
    // The request's owner comes from memory.
    else if (ownerOf(ticket) !== ownerOf(request)) outcomes.set(request, new Refusal('ticket_not_found'))
    else if (ticket.state !== 'pending_payment') outcomes.set(request, hasLapsed(ticket) ? new Refusal('ticket_lapsed') : 'numbered')
    // Its order would stay open while the hold runs, and staff would confirm it.
    else if (request.slotId !== null && ticket.cashPaymentId !== null) outcomes.set(request, new Refusal('slot_pays_online'))
    else return [{ request, ticket, shop: sale.shop, slotId: request.slotId, now: request.now }]
    return []
  })
  const held = await holdSlots(tx, due, beside)
  locked()
  for (const [i, { request }] of due.entries()) outcomes.set(request, held[i] ?? 'locked')
  return requests.map((request) => outcomes.get(request) ?? 'locked')
}

/** Holds a slot, together with others of the same moment. `numbered`: the ticket is not unpaid any more, and nothing happened. */
export const holdSlot = shopBatches(holdAll)

const hasLapsed = ({ state, number }: Ticket): boolean => number === null && (state === 'expired' || state === 'cancelled')
