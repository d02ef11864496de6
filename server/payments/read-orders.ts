import type { Tx } from '../db/transaction.ts'
import { ticketsByIds } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import { paymentsByIds, type StoredPayment } from './store.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** A payment with the ticket that it pays. */
export interface Order {
  payment: StoredPayment
  ticket: Ticket
}

/** Orders by the ids of their payments, in as many queries as for one; those that do not exist are absent. */
export async function readOrders(db: Reader, paymentIds: readonly string[]): Promise<Map<string, Order>> {
  const payments = await paymentsByIds(db, paymentIds)
  if (payments.length === 0) return new Map()
  const found = await ticketsByIds(
    db,
    payments.map((payment) => payment.ticketId),
  )
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]))
  return new Map(
    payments.flatMap((payment) => {
      const ticket = tickets.get(payment.ticketId)
      return ticket ? [[payment.id, { payment, ticket }] as const] : []
    }),
  )
}

/** One of them. */
export const readOrder = async (db: Reader, paymentId: string): Promise<Order | undefined> =>
  (await readOrders(db, [paymentId])).get(paymentId)
