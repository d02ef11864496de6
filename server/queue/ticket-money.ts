import type { Caller } from '#server/caller.ts'
import type { Following } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcingThose } from '#server/outbox/announce.ts'
import { changingThose } from './issue-store.ts'
import type { Ticket } from './rules.ts'
import * as store from './store.ts'
import { applyAction } from './transition.ts'
import { actorFor } from './whose-ticket.ts'

/** The queue's part of `cancelTicket`; the ticket must be locked. */
export const applyCancel = (tx: Tx, who: Caller, ticket: Ticket, now: Date) =>
  applyAction(tx, ticket, { kind: 'cancel' }, actorFor(who, ticket), now)

/** `promiseMinutes` is the service promise of the order. */
interface Mark {
  ticket: Ticket
  cash: { paymentId: string; amountPaise: number } | null
  holdUntil: Date
  promiseMinutes: number | null
}

/**
 * What follows from adding orders: holds their tickets, which the caller has locked. `cash` marks a ticket, so that the staff table shows
 * it as *to pay*; null removes the mark. Needs at least one.
 */
export function markingToPay(marks: readonly Mark[], now: Date): Following {
  const changes = marks.map(({ ticket, cash, holdUntil, promiseMinutes }) => ({
    ticket,
    change: { cashPaymentId: cash?.paymentId ?? null, dueAmountPaise: cash?.amountPaise ?? null, holdUntil, promiseMinutes },
  }))
  const news = marks.map(({ ticket, cash }) => {
    return { kind: cash ? ('ticket.to-pay' as const) : ('ticket.held' as const), shopId: ticket.shopId, ticketId: ticket.id }
  })
  const { writes, bell } = announcingThose(now, 'ticketId', news)
  return { writes: [(added) => changingThose(changes, added), ...writes], bell }
}

export const unsettledTickets = store.unsettledTickets

export const markSettled = store.markSettled
