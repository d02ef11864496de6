import { Refusal } from '#contract/base/errors.ts'
import { keepCounters } from '#server/counters/service.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import type { Tx } from '#server/db/transaction.ts'
import { holdersOf } from './line-store.ts'
import { type Change, type Ticket, undo } from './rules.ts'
import * as store from './store.ts'
import { applyDecision, type Outcome } from './transition.ts'

/**
 * Undoes the last action on a locked ticket in the caller's transaction, within ten minutes. Refuses with `nothing_to_undo`, with
 * `already_joined_again`, and with `counter_busy` if the person would return to a counter where another person is now.
 */
export async function undoLastAction(tx: Tx, ticket: Ticket, actor: store.Actor, now: Date): Promise<Outcome> {
  const last = (await store.lastEvents(tx, [ticket.id])).get(ticket.id) ?? null
  const decision = undo(last, now)
  if ('refused' in decision) throw new Refusal(decision.refused)
  const rival = await store.liveTicketOf(tx, ticket)
  if (rival && rival.id !== ticket.id) throw new Refusal('already_joined_again')
  if ('change' in decision) await refuseTakenCounter(tx, ticket, decision.change)
  if (last) await store.markUndone(tx, last.id, now)
  const outcome = await applyDecision(tx, ticket, decision, { action: 'undo', actor, now, undo: null }).catch((error: unknown) => {
    // The person joined again between our read and our change.
    throw isUniqueViolation(error, 'ticket_live') ? new Refusal('already_joined_again') : error
  })
  // The undo is marked as undone too, so that a further undo starts from the step before it.
  const entry = (await store.lastEvents(tx, [ticket.id])).get(ticket.id)
  if (entry?.action === 'undo') await store.markUndone(tx, entry.id, now)
  return outcome
}

/** Refuses with `counter_busy`: two people are never at one counter. A ticket that is already at this counter keeps it. */
async function refuseTakenCounter(tx: Tx, ticket: Ticket, { state, counterId }: Change): Promise<void> {
  if ((state !== 'called' && state !== 'serving') || !counterId) return
  if (['called', 'serving'].includes(ticket.state) && ticket.counterId === counterId) return
  await keepCounters(tx, ticket.shopId)
  const holders = await holdersOf(tx, ticket.shopId, ticket.serviceDay)
  if (holders.some((holder) => holder.counterId === counterId && holder.id !== ticket.id)) throw new Refusal('counter_busy')
}
