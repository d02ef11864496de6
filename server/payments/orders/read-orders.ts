import type { Tx } from '#server/db/transaction.ts'
import type { Order } from '#server/payments/captured.ts'
import { paymentsByIds } from '#server/payments/store.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** Orders by the ids of their payments, in as many queries as for one order. Orders that do not exist are absent. */
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

/** One order by the id of its payment. */
export const readOrder = async (db: Reader, paymentId: string): Promise<Order | undefined> =>
  (await readOrders(db, [paymentId])).get(paymentId)
