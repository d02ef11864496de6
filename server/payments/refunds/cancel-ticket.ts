import type { Caller } from '#server/caller.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { dropOrders } from '#server/payments/orders/drop-orders.ts'
import * as store from '#server/payments/store.ts'
import { ticketFor } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import { applyCancel } from '#server/queue/ticket-money.ts'
import { lockTicketOrRefuse } from '#server/queue/transition.ts'
import { shopById } from '#server/shops/service.ts'
import { isOutsideHours } from '#server/slots/service.ts'
import { markForRefund } from './refunds.ts'
import { refundsOnLeave } from './rules.ts'

/**
 * In one transaction: the ticket leaves the queue, an unpaid order lapses, and a paid fee is marked for refund if the order promised it
 * or the shop is closed at the booked time.
 * Returns the refund in paise. Refuses with `ticket_not_found` and `wrong_state`.
 */
export async function cancelTicket(deps: Deps, who: Caller, ticketId: string): Promise<{ ticket: Ticket; refundPaise: number }> {
  const cancelled = await cancelOnce(deps, who, ticketId)
  return cancelled === 'ordered since' ? cancelTicket(deps, who, ticketId) : cancelled
}

const cancelOnce = (deps: Deps, who: Caller, ticketId: string) =>
  transaction(deps.db, async (tx) => {
    const [, payment] = await Promise.all([ticketFor(tx, who, ticketId), store.lockPaymentOfTicket(tx, ticketId)])
    // After the lock, so that the time of leaving is not before a promise that was broken in the meantime.
    const now = deps.clock.now()
    const [before, since] = await Promise.all([
      lockTicketOrRefuse(tx, ticketId),
      payment ? [] : store.ticketsWithOpenPayment(tx, [ticketId]),
    ])
    // An order that was opened between these two reads may be paid by now. Payments are locked before tickets, so the story starts again.
    if (since.length > 0) return 'ordered since' as const
    const { ticket } = await applyCancel(tx, who, before, now)
    const actor = who.account ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
    if (payment?.state === 'created') dropOrders(tx, [{ payment, actor, at: now }])
    if (payment?.state !== 'captured') return { ticket, refundPaise: 0 }
    if (!refundsOnLeave(before, payment, now) && !(await isClosedThen(tx, before))) return { ticket, refundPaise: 0 }
    return { ticket, refundPaise: await markForRefund(tx, payment, now, { kind: 'leave', actor }) }
  })

/** True for a booking at a time at which its shop is closed after all: then the shop keeps nothing, whatever the order promised. */
async function isClosedThen(tx: Tx, ticket: Ticket): Promise<boolean> {
  const slot = ticket.state === 'booked' ? slotOf(ticket) : null
  return slot !== null && isOutsideHours(await shopById(tx, ticket.shopId), slot)
}
