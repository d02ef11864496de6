import type { Reader } from '#server/db/transaction.ts'
import { ticketsInBrief } from '#server/queue/read-tickets.ts'
import * as histories from './history-store.ts'
import type { Scope } from './scope.ts'
import * as store from './store.ts'
import { newestFirst, type Position, type StretchWanted } from './stretch-rules.ts'

/** A payment, or money without an order. It has no history: only the page shows that. */
interface FileRow extends Position {
  one: Omit<store.ListedPayment, 'shopId' | 'ticketId' | 'orderedAt'> & { shopId: string | null }
  ticket: Awaited<ReturnType<typeof ticketsInBrief>>[number] | undefined
  receipt: string | undefined
  /** The numbers of the papers for refunds, oldest first. */
  notes: readonly string[]
}

/** Newest first. */
export async function paymentsFor(db: Reader, { mall, shops, isMall }: Scope, stretch: StretchWanted): Promise<FileRow[]> {
  const [payments, strays] = await Promise.all([
    store.paymentsInStretch(db, { ...stretch, shopIds: shops.map(({ id }) => id) }),
    isMall ? store.pageOfStrays(db, { ...stretch, mallId: mall.id, state: null, name: null }) : [],
  ])
  const ids = payments.map(({ id }) => id)
  const [tickets, receipts] = await Promise.all([
    ticketsInBrief(
      db,
      payments.map(({ ticketId }) => ticketId),
    ),
    histories.receiptNumbersOf(db, ids),
  ])
  const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const receiptOf = new Map(receipts.map((receipt) => [receipt.paymentId, receipt]))
  const refunded = payments.flatMap(({ id, refundedPaise }) => (refundedPaise > 0 ? (receiptOf.get(id)?.id ?? []) : []))
  const notesOf = Map.groupBy(refunded.length === 0 ? [] : await histories.notesOf(db, refunded), (note) => note.receiptId)
  const rows = payments.map((one): FileRow => {
    const receipt = receiptOf.get(one.id)
    const notes = receipt ? (notesOf.get(receipt.id) ?? []) : []
    return {
      at: one.at,
      id: one.id,
      one,
      ticket: ticketOf.get(one.ticketId),
      receipt: receipt?.number,
      notes: notes.map(({ number }) => number),
    }
  })
  const lost = strays.map(
    (stray): FileRow => ({
      ...{ at: stray.at, id: stray.id, one: { ...stray, shopId: null, duePaise: 0 }, ticket: undefined, receipt: undefined, notes: [] },
    }),
  )
  return [...rows, ...lost].sort(newestFirst).slice(0, stretch.most)
}
