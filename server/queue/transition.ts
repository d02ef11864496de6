import { Refusal } from '../../contract/errors.ts'
import { reachFor } from '../audit/service.ts'
import { writeAtOnce } from '../db/at-once.ts'
import type { Tx } from '../db/transaction.ts'
import { announcing } from '../outbox/announce.ts'
import { type Action, beforeOf, type Decision, decide, type Ticket, undoableActions } from './rules.ts'
import * as store from './store.ts'

/** The ticket after a story, and whether nothing had to be done because it had happened before. */
export interface Outcome {
  ticket: Ticket
  already: boolean
}

/**
 * Applies one action to a locked ticket: change, history and event in the caller's transaction. Refuses by the rule's name.
 * `ticket` has to be locked by the caller (`lockTicket`), so that of two rivals the second sees what the first did.
 */
export async function applyAction(tx: Tx, ticket: Ticket, action: Action, actor: store.Actor, now: Date): Promise<Outcome> {
  const undo = undoableActions.some((kind) => kind === action.kind) ? beforeOf(ticket) : null
  return applyDecision(tx, ticket, decide(ticket, action, now), { action: action.kind, actor, now, undo })
}

/** Applies a decision, see `applyAction`. */
export async function applyDecision(
  tx: Tx,
  ticket: Ticket,
  decision: Decision,
  entry: { action: string; actor: store.Actor; now: Date; undo: ReturnType<typeof beforeOf> | null },
): Promise<Outcome> {
  if ('refused' in decision) throw new Refusal(decision.refused)
  if ('already' in decision) return { ticket, already: true }
  const changed = await store.changeTicket(tx, ticket, decision.change)
  if (!changed) throw new Refusal('wrong_state')
  await writeAtOnce(
    tx,
    store.addingEvents([{ before: ticket, after: changed, action: entry.action, actor: entry.actor, at: entry.now, undo: entry.undo }]),
    ...announcing(entry.now, { kind: decision.event, shopId: changed.shopId, ticketId: changed.id }),
  )
  return { ticket: changed, already: false }
}

/** A locked ticket by its id; refuses with `ticket_not_found`. */
export async function lockTicketOrRefuse(tx: Tx, id: string): Promise<Ticket> {
  const ticket = await store.lockTicket(tx, id)
  if (!ticket) throw new Refusal('ticket_not_found', await reachFor(tx, 'ticket', id))
  return ticket
}
