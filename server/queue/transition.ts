import { Refusal } from '#contract/base/errors.ts'
import type { DomainEvent, TicketEventKind } from '#contract/events.ts'
import { undoableActions } from '#contract/queue/queue.ts'
import { reachFor } from '#server/audit/service.ts'
import { writeAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import { type Action, beforeOf, type Decision, decide, type Ticket } from './rules.ts'
import * as store from './store.ts'

/** The ticket after a story. `already` is true if the action had happened before, so that nothing was done. */
export interface Outcome {
  ticket: Ticket
  already: boolean
}

/**
 * Applies one action to a locked ticket: change, history and event, in the caller's transaction. Refuses with the code of the rule.
 * The caller must have locked `ticket` (`lockTicket`), so that of two concurrent requests the second sees the change of the first.
 */
export async function applyAction(tx: Tx, ticket: Ticket, action: Action, actor: store.Actor, now: Date): Promise<Outcome> {
  const undo = undoableActions.some((kind) => kind === action.kind) ? beforeOf(ticket) : null
  return applyDecision(tx, ticket, decide(ticket, action, now), { action: action.kind, actor, now, undo })
}

/** Applies a decision; see `applyAction`. */
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
    ...announcing(entry.now, eventOf(decision.event, changed)),
  )
  return { ticket: changed, already: false }
}

const eventOf = (kind: TicketEventKind, { shopId, id: ticketId, callCount: ring }: Ticket): DomainEvent =>
  kind === 'ticket.called' || kind === 'ticket.recalled' ? { kind, shopId, ticketId, ring } : { kind, shopId, ticketId }

/** A locked ticket by its id; refuses with `ticket_not_found`. */
export async function lockTicketOrRefuse(tx: Tx, id: string): Promise<Ticket> {
  const ticket = await store.lockTicket(tx, id)
  if (!ticket) throw new Refusal('ticket_not_found', await reachFor(tx, 'ticket', id))
  return ticket
}
