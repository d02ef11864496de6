import { writeAtOnce } from '#server/db/at-once.ts'
import type { Tx } from '#server/db/transaction.ts'
import { announcing } from '#server/outbox/announce.ts'
import { changing } from './issue-store.ts'
import type { Ticket } from './rules.ts'

/**
 * Holds tickets, which the caller has locked, for their orders. Those whose shopper will pay cash at the counter are marked, so that the
 * staff table shows them as *to pay*; null removes the mark. Needs at least one.
 */
export async function markToPay(
  tx: Tx,
  marks: readonly { ticket: Ticket; cash: { paymentId: string; amountPaise: number } | null; holdUntil: Date }[],
  now: Date,
): Promise<void> {
  const changes = marks.map(({ ticket, cash, holdUntil }) => ({
    ticket,
    change: { cashPaymentId: cash?.paymentId ?? null, dueAmountPaise: cash?.amountPaise ?? null, holdUntil },
  }))
  const news = marks.map(({ ticket, cash }) => {
    return { kind: cash ? ('ticket.to-pay' as const) : ('ticket.held' as const), shopId: ticket.shopId, ticketId: ticket.id }
  })
  await writeAtOnce(tx, changing(changes), ...announcing(now, ...news))
}
