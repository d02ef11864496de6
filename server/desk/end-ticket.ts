import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { applyAction } from '#server/queue/transition.ts'
import { undoLastAction } from '#server/queue/undo.ts'
import { actorOf, ticketForDesk } from '#server/queue/whose-ticket.ts'
import { keepShop } from '#server/shops/service.ts'
import { type Acted, actAtDesk } from './table.ts'

/** Pressing twice is not an error. */
export const endTicket = (deps: Deps, caller: SignedIn, ticketId: string, kind: 'complete' | 'no_show'): Promise<Acted> =>
  actAtDesk(deps, caller, async (tx) =>
    applyAction(tx, await ticketForDesk(tx, caller, ticketId), { kind }, actorOf(caller), deps.clock.now()),
  )

/** Refuses with `ticket_not_found` and as `undoLastAction` does. */
export const undoLast = (deps: Deps, caller: SignedIn, ticketId: string): Promise<Acted> =>
  actAtDesk(deps, caller, async (tx) => {
    const now = deps.clock.now()
    const ticket = await ticketForDesk(tx, caller, ticketId)
    // A ticket cannot return to a shop that has been removed. Asked first: otherwise a refused write of the undo could fail before this.
    await keepShop(tx, ticket.shopId)
    return undoLastAction(tx, ticket, actorOf(caller), now)
  }).catch((error: unknown) => {
    // The person joined again between our read and our change.
    throw isUniqueViolation(error, 'ticket_live') ? new Refusal('already_joined_again') : error
  })
