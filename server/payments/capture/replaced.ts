import type { Tx } from '#server/db/transaction.ts'
import { dropOrders } from '#server/payments/orders/drop-orders.ts'
import { lockFreePaymentsOfTickets, type StoredPayment, ticketsWithOpenPayment } from '#server/payments/store.ts'

interface Case {
  request: { now: Date }
  payment: Pick<StoredPayment, 'ticketId'>
}

/**
 * Money can come for an order after the shopper has opened another one: they chose cash while the bank was slow. Their ticket still waits,
 * and they paid what they saw. So this order buys it, and the other one lapses. Returns those for which that is done: one for each ticket,
 * and none if an order in `due` buys the ticket. The others must be tried again, also those whose other order another transaction has
 * locked. The tickets are locked. Costs no statement without cases.
 */
export async function takeBackReplaced<C extends Case>(tx: Tx, cases: readonly C[], due: readonly Case[]): Promise<C[]> {
  const firsts = new Map(cases.toReversed().map((one) => [one.payment.ticketId, one]))
  for (const { payment } of due) firsts.delete(payment.ticketId)
  if (firsts.size === 0) return []
  const ticketIds = [...firsts.keys()]
  const [open, ordered] = await Promise.all([lockFreePaymentsOfTickets(tx, ticketIds), ticketsWithOpenPayment(tx, ticketIds)])
  for (const ticketId of ordered) if (!open.has(ticketId)) firsts.delete(ticketId)
  const taken = [...firsts.values()]
  dropOrders(
    tx,
    taken.flatMap(({ payment: { ticketId }, request }) => {
      const payment = open.get(ticketId)
      return payment ? [{ payment, actor: { kind: 'system' }, at: request.now }] : []
    }),
  )
  return taken
}
