import type { Tx } from '#server/db/transaction.ts'
import { hints } from '#server/kit/hints.ts'
import type { Order } from '#server/payments/captured.ts'
import { paymentsByIds } from '#server/payments/store.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The tickets of orders that were read lately or opened here. An order never changes its ticket, so both can be read at the same time. */
const ticketIdOf = hints<string>(10_000)

/** Remembers an order that has just been opened, because it is read again soon. */
export const expectOrder = (payment: { id: string; ticketId: string }): void => ticketIdOf.set(payment.id, payment.ticketId)

/** Orders by the ids of their payments, in as many queries as for one order. Orders that do not exist are absent. */
export async function readOrders(db: Reader, paymentIds: readonly string[]): Promise<Map<string, Order>> {
  const hinted = paymentIds.flatMap((id) => ticketIdOf.get(id) ?? [])
  const [payments, likely] = await Promise.all([paymentsByIds(db, paymentIds), ticketsByIds(db, hinted)])
  for (const { id, ticketId } of payments) ticketIdOf.set(id, ticketId)
  const missing = payments.map((payment) => payment.ticketId).filter((id) => !likely.some((ticket) => ticket.id === id))
  const tickets = new Map([...likely, ...(await ticketsByIds(db, missing))].map((ticket) => [ticket.id, ticket]))
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
