import type { SignedIn } from '#contract/accounts/accounts.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { applyAction, type Outcome } from '#server/queue/transition.ts'
import { undoLastAction } from '#server/queue/undo.ts'
import { actorOf, ticketForDesk } from '#server/queue/whose-ticket.ts'
import { keepShop } from '#server/shops/service.ts'

/** Ends a ticket: the person was served, or did not come. Pressing twice is not an error. */
export const endTicket = (deps: Deps, caller: SignedIn, ticketId: string, kind: 'complete' | 'no_show'): Promise<Outcome> =>
  transaction(deps.db, async (tx) =>
    applyAction(tx, await ticketForDesk(tx, caller, ticketId), { kind }, actorOf(caller), deps.clock.now()),
  )

/** Undoes the last action on a ticket. Refuses with `ticket_not_found` and as `undoLastAction` does. */
export const undoLast = (deps: Deps, caller: SignedIn, ticketId: string): Promise<Outcome> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const ticket = await ticketForDesk(tx, caller, ticketId)
    // A ticket cannot return to a shop that has been removed.
    await keepShop(tx, ticket.shopId)
    return undoLastAction(tx, ticket, actorOf(caller), now)
  })
