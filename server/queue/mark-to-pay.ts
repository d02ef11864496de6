import type { Following } from '#server/db/at-once.ts'
import { announcingThose } from '#server/outbox/announce.ts'
import { changingThose } from './issue-store.ts'
import type { Ticket } from './rules.ts'

/** A ticket that is held for its order; `promiseMinutes` is the service promise of the order. */
interface Mark {
  ticket: Ticket
  cash: { paymentId: string; amountPaise: number } | null
  holdUntil: Date
  promiseMinutes: number | null
}

/**
 * What follows from adding orders: holds their tickets, which the caller has locked. Those whose shopper will pay cash at the counter are
 * marked, so that the staff table shows them as *to pay*; null removes the mark. Needs at least one.
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
