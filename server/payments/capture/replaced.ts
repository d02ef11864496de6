import type { Tx } from '#server/db/transaction.ts'
import { dropOrders } from '#server/payments/orders/drop-orders.ts'
import { lockFreePaymentsOfTickets, type StoredPayment, ticketsWithOpenPayment } from '#server/payments/store.ts'

interface Case {
  request: { now: Date }
  payment: Pick<StoredPayment, 'ticketId'>
}

/**
 * Money can come for an order after the shopper has opened another one: they chose cash while the bank was slow. Their ticket still waits,
 * and they paid what they saw. So this order buys it, and the other one lapses. Returns those for which that is done; the others must be
 * tried again, because another transaction has locked the other order. The tickets are locked, and each comes once. Costs no statement
 * without cases.
 */
export async function takeBackReplaced<C extends Case>(tx: Tx, cases: readonly C[]): Promise<C[]> {
  if (cases.length === 0) return []
  const ticketIds = cases.map(({ payment }) => payment.ticketId)
  const open = await lockFreePaymentsOfTickets(tx, ticketIds)
  const locked = new Set((await ticketsWithOpenPayment(tx, ticketIds)).filter((id) => !open.has(id)))
  const taken = cases.filter(({ payment }) => !locked.has(payment.ticketId))
  const lapses = taken.flatMap(({ payment: { ticketId }, request }) => {
    const payment = open.get(ticketId)
    return payment ? [{ payment, actor: { kind: 'system' }, at: request.now }] : []
  })
  dropOrders(tx, lapses)
  return taken
}
