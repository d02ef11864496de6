import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/transaction.ts'
import { refundsOnLeave, type Ticket } from './rules.ts'
import { applyAction } from './transition.ts'
import { actorFor } from './whose-ticket.ts'

/**
 * The queue's part of `cancelTicket`, in the caller's transaction: cancels a locked ticket for its own shopper or for staff. `refundDue` says
 * whether the promised rule refunds a paid fee. The payments slice calls this function and knows what was paid and promised.
 */
export async function applyCancel(
  tx: Tx,
  who: Caller,
  ticket: Ticket,
  now: Date,
  promised: { refundOnLeave: boolean },
): Promise<{ ticket: Ticket; refundDue: boolean }> {
  const actor = actorFor(who, ticket)
  const refundDue = refundsOnLeave(ticket, promised)
  const outcome = await applyAction(tx, ticket, { kind: 'cancel' }, actor, now)
  return { ticket: outcome.ticket, refundDue: refundDue && !outcome.already }
}
