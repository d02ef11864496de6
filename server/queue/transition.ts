import { Refusal } from '#contract/base/errors.ts'
import type { DomainEvent, TicketEventKind } from '#contract/events.ts'
import { undoableActions } from '#contract/queue/queue.ts'
import { reachFor } from '#server/audit/service.ts'
import { type Statement, sendAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import { givingBack } from '#server/slots/service.ts'
import { type Action, beforeOf, type Decision, decide, notSteps, type Step, type Ticket } from './rules.ts'
import { givesSeatBack, seatOf } from './slot-rules.ts'
import * as store from './store.ts'

/** `already` is true if the action had happened before, so that nothing was done. */
export interface Outcome {
  ticket: Ticket
  already: boolean
  /** The last step of the ticket that was not undone, if the story knows it; null if there is none. */
  last?: Step | null
}

/**
 * Writes the change, the history and the event. Refuses with the code of the rule. The caller must have locked `ticket` (`lockTicket`), so
 * that of two concurrent requests the second sees the change of the first.
 */
export async function applyAction(
  tx: Tx,
  ticket: Ticket,
  action: Action,
  actor: store.Actor,
  now: Date,
  entry: { outOfTurn?: boolean } = {},
): Promise<Outcome> {
  const undo = undoableActions.some((kind) => kind === action.kind) ? beforeOf(ticket) : null
  return applyDecision(tx, ticket, decide(ticket, action, now), { action: action.kind, actor, now, undo, ...entry })
}

/** See `applyAction`; `and` is written with it. No one waits for the statement: if it fails, the transaction fails with its error. */
export function applyDecision(
  tx: Tx,
  ticket: Ticket,
  decision: Decision,
  {
    action,
    actor,
    now: at,
    undo,
    ...entry
  }: { action: string; actor: store.Actor; now: Date; undo: ReturnType<typeof beforeOf> | null; undoneAt?: Date; outOfTurn?: boolean },
  ...and: readonly Statement[]
): Outcome {
  if ('refused' in decision) throw new Refusal(decision.refused)
  if ('already' in decision) return { ticket, already: true }
  const changed = store.changedBy(ticket, decision.change)
  const seat = givesSeatBack(ticket, decision.change, at) ? seatOf(ticket) : null
  const back = seat && givingBack(seat)
  sendAtOnce(
    tx,
    store.changingTicket(ticket, decision.change),
    store.addingEvents([{ before: ticket, after: changed, action, actor, at, undo, ...entry }]),
    ...and,
    ...(back ? [back.statement] : []),
    ...announcing(at, eventOf(decision.event, changed), ...(back ? back.events : [])),
  )
  return {
    ticket: changed,
    already: false,
    ...(notSteps.some((one) => one === action) ? {} : { last: { action, at, outOfTurn: entry.outOfTurn === true } }),
  }
}

export const eventOf = (kind: TicketEventKind, { shopId, id: ticketId, callCount: ring }: Ticket): DomainEvent =>
  kind === 'ticket.called' || kind === 'ticket.recalled' ? { kind, shopId, ticketId, ring } : { kind, shopId, ticketId }

/** Refuses with `ticket_not_found`. */
export async function lockTicketOrRefuse(tx: Tx, id: string): Promise<Ticket> {
  const ticket = await store.lockTicket(tx, id)
  if (!ticket) throw new Refusal('ticket_not_found', await reachFor(tx, 'ticket', id))
  return ticket
}
