import { confirmPayment, handBack, listHandBacks, type ToHandBack } from '../../../contract/payments.wire.ts'
import type { StaffAction } from '../../../contract/queue.ts'
import type { StaffTicketWire } from '../../../contract/queue.wire.ts'
import {
  callByNumber,
  listMissed,
  listTickets,
  type StaffTicket,
  startCountdown,
  ticket,
  ticketAction,
} from '../../../contract/queue.wire.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import { call } from '../../session/account-call.ts'

export type { StaffTicket, ToHandBack }

/** A ticket as it comes over the socket, in our words. */
export const readTicket = (wire: StaffTicketWire): StaffTicket => ticket.parse(wire)

/** Today's live tickets of a shop. */
export function readTickets(shopId: string, signal: AbortSignal): Promise<StaffTicket[]> {
  return call('GET', `/api/get-data/${encodeURIComponent(shopId)}`, { signal, decode: (wire) => listTickets.answer.parse(wire) })
}

/** Who was missed at a shop today and has left the table since, the last missed first. */
export function readMissed(shopId: string, signal: AbortSignal): Promise<StaffTicket[]> {
  return call('GET', `/api/missed/${encodeURIComponent(shopId)}`, { signal, decode: (wire) => listMissed.answer.parse(wire).tickets })
}

/** Calls a ticket: marks it called, starts its countdown, sends the message; `alreadyCalled` where someone had done so. */
export function callTicket(called: { id: string; mobile: string }): Promise<{ ticket: StaffTicket; alreadyCalled: boolean }> {
  return call('POST', '/api/send-message', {
    body: { number: called.mobile, ticketId: called.id },
    decode: (wire) => callByNumber.answer.parse(wire),
  })
}

/** Starts (or, with the same duration in seconds, answers) the countdown of the call of this mobile number. */
export async function startCall(called: { mobile: string; shopId: string; duration: number }): Promise<void> {
  const { mobile, shopId, duration } = called
  await call('POST', '/api/start-countdown', {
    body: { duration, phoneNumber: mobile, shopId },
    decode: (wire) => noteServerTime(startCountdown.answer.parse(wire).serverTime),
  })
}

const actionPaths = { complete: 'complete', no_show: 'no-show', undo: 'undo' } as const satisfies Partial<Record<StaffAction, string>>
export type DeskAction = keyof typeof actionPaths

/** Does one thing to a ticket and answers it as it is then. */
export function actOn(ticketId: string, action: DeskAction): Promise<StaffTicket> {
  return call('POST', `/api/tickets/${encodeURIComponent(ticketId)}/${actionPaths[action]}`, {
    decode: (wire) => ticketAction.answer.parse(wire).ticket,
  })
}

/** Notes that the cash of an order was taken; answers the token number that this issued. */
export function takeCash(paymentId: string): Promise<number> {
  return call('POST', `/api/payments/${encodeURIComponent(paymentId)}/confirm`, {
    decode: (wire) => confirmPayment.answer.parse(wire).token,
  })
}

/** The cash that a shop has to hand back, what is due longest first. */
export function readHandBacks(shopId: string, signal: AbortSignal): Promise<ToHandBack[]> {
  return call('GET', `/api/hand-backs/${encodeURIComponent(shopId)}`, {
    signal,
    decode: (wire) => listHandBacks.answer.parse(wire).handBacks,
  })
}

/** Notes that the cash of a payment was handed back; true where somebody else had said so already. */
export function noteHandedBack(paymentId: string): Promise<boolean> {
  return call('POST', `/api/payments/${encodeURIComponent(paymentId)}/hand-back`, {
    decode: (wire) => handBack.answer.parse(wire).alreadyDone,
  })
}
