import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/transaction.ts'
import { worksAt } from '#server/shops/service.ts'
import type { Ticket } from './rules.ts'
import type { Actor } from './store.ts'
import { lockTicketOrRefuse } from './transition.ts'

export const actorOf = (caller: SignedIn): Actor => ({ kind: 'account', id: caller.account.id })

/** The refusal of another shop's ticket: the same as for an unknown one, but the reach is recorded. */
const foreign = (ticket: Pick<Ticket, 'id' | 'mallId'>) =>
  new Refusal('ticket_not_found', { reach: { mallId: ticket.mallId, subject: ticket.id } })

/** Locks the ticket. Refuses a foreign one like an unknown one, with `ticket_not_found`. */
export async function ticketForDesk(tx: Tx, caller: SignedIn, ticketId: string): Promise<Ticket> {
  const ticket = await lockTicketOrRefuse(tx, ticketId)
  if (!worksAt(caller, { id: ticket.shopId, mallId: ticket.mallId })) throw foreign(ticket)
  return ticket
}

/** Returns the actor if the caller may use a ticket: its own shopper, or an account of its shop. Refuses others with `ticket_not_found`. */
export function actorFor(who: Caller, ticket: Pick<Ticket, 'id' | 'shopId' | 'mallId' | 'mobile'>): Actor {
  if (who.account && worksAt(who.account, { id: ticket.shopId, mallId: ticket.mallId })) return actorOf(who.account)
  if (who.shopper && who.shopper.mobile === ticket.mobile) return { kind: 'shopper', id: who.shopper.mobile }
  throw who.account ? foreign(ticket) : new Refusal('ticket_not_found')
}
