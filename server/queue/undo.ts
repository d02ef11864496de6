import { Refusal } from '#contract/base/errors.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type Change, type Ticket, undo } from './rules.ts'
import * as steps from './step-store.ts'
import * as store from './store.ts'
import { lockCounters } from './take-counter.ts'
import { applyDecision, type Outcome } from './transition.ts'

/**
 * The ticket must be locked. Refuses with `nothing_to_undo`, `already_joined_again`, and `counter_busy` if another person is now at the
 * counter to which the person would return. If the person joins again at the same time, the transaction fails with a unique violation of
 * `ticket_live`.
 */
export async function undoLastAction(tx: Tx, ticket: Ticket, actor: store.Actor, now: Date): Promise<Outcome> {
  const [[last = null, before = null], rival] = await Promise.all([steps.lastTwoEvents(tx, ticket.id), store.liveTicketOf(tx, ticket)])
  const decision = undo(ticket, last, now)
  if ('refused' in decision) throw new Refusal(decision.refused)
  if (rival && rival.id !== ticket.id) throw new Refusal('already_joined_again')
  if ('change' in decision) await refuseTakenCounter(tx, ticket, decision.change)
  const entry = { action: 'undo', actor, now, undo: null, undoneAt: now }
  const outcome = applyDecision(tx, ticket, decision, entry, ...(last ? [steps.markingUndone(last.id, now)] : []))
  return { ...outcome, last: before }
}

/** Two people are never at one counter. A ticket that is already at this counter keeps it. */
async function refuseTakenCounter(tx: Tx, ticket: Ticket, { state, counterId }: Change): Promise<void> {
  if ((state !== 'called' && state !== 'serving') || !counterId) return
  if (['called', 'serving'].includes(ticket.state) && ticket.counterId === counterId) return
  const { holders } = await lockCounters(tx, ticket)
  if (holders.some((holder) => holder.counterId === counterId && holder.id !== ticket.id)) throw new Refusal('counter_busy')
}
