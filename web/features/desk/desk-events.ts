import type { DeskAction, StaffTicket } from '#web/data/queue.ts'
import type { Said } from './desk-says.ts'

export type Numbered = Pick<StaffTicket, 'id' | 'number'>

export interface Press {
  /** The counter of this device; null if it is at none. */
  counterId: string | null
  /** The customer who keeps this counter from calling another one; null if it may call. */
  busyWith: StaffTicket | null
  /** Runs after a successful call. */
  landed: () => void
}

/** An action on a ticket, and the call that follows when it has succeeded. */
export interface Act {
  ticket: Numbered
  action: DeskAction
  press: Press
  then: PressedCall | null
}

export interface PressedCall {
  ticket: StaffTicket
  press: Press
}

/** A call in flight. `again` is true if an earlier call of this ticket failed: then the server may say that the ticket was called before. */
export interface SentCall extends PressedCall {
  again: boolean
}

/** What can happen to a desk: a press, or the answer to what was sent. */
export type DeskEvent =
  | ({ happened: 'call pressed' } & PressedCall)
  /** The server has called the ticket; its countdown is confirmed next. */
  | { happened: 'call answered'; sent: SentCall; answer: StaffTicket }
  | { happened: 'call finished'; sent: SentCall; answer: StaffTicket; alreadyCalled: boolean }
  /** `leaving` is true if the page was reloaded or left: the server may have got the call. */
  | { happened: 'call failed'; sent: SentCall; error: unknown; leaving: boolean }
  | ({ happened: 'act pressed' } & Act)
  | { happened: 'act answered'; act: Act; answer: StaffTicket }
  | { happened: 'act failed'; act: Act; error: unknown }
  | { happened: 'cash pressed'; ticket: StaffTicket }
  /** `number` is the issued token number; `at` is epoch ms of this device. */
  | { happened: 'cash answered'; ticket: StaffTicket; number: number; at: number }
  | { happened: 'cash failed'; ticket: StaffTicket; error: unknown }
  | { happened: 'chosen'; ticketId: string }

/** What is to be done outside, in this order. */
export type Effect =
  | { do: 'send call'; sent: SentCall }
  | { do: 'send act'; act: Act }
  | { do: 'send cash'; ticket: StaffTicket; paymentId: string }
  /** Puts the changed ticket into the table and the log. */
  | { do: 'take ticket'; ticket: StaffTicket }
  /** Remembers for a reload whether the ticket's call was pressed. */
  | { do: 'remember press'; ticketId: string; pressed: boolean }
  | { do: 'read again'; what: 'table' | 'desk' }
  /** Only one message at a time, so that an offered undo always belongs to the last action. */
  | { do: 'forget message' }
  | { do: 'say'; said: Said }
  | { do: 'land'; press: Press }
