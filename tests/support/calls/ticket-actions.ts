import {
  arriveTicket,
  callTicket,
  completeTicket,
  extendCountdown,
  noShowTicket,
  recallTicket,
  undoAction,
} from '#contract/desk/ticket-calls.ts'
import { cancelTicket } from '#contract/payments/calls.ts'
import type { StaffTicketWire } from '#contract/queue/shapes.ts'

export const ticketActions = {
  call: callTicket,
  arrive: arriveTicket,
  recall: recallTicket,
  extend: extendCountdown,
  complete: completeTicket,
  'no-show': noShowTicket,
  undo: undoAction,
  cancel: cancelTicket,
} as const
export type TicketAction = keyof typeof ticketActions

/** Returns the ticket that an action returned; throws if the action was refused. */
export function rowOf({ status, body }: { status: number; body: { ticket?: StaffTicketWire } }): StaffTicketWire {
  if (!body.ticket) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
  return body.ticket
}
