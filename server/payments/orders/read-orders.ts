import type { Database } from '#server/db/open.ts'
import { type Reader, together } from '#server/db/transaction.ts'
import { batchReads } from '#server/kit/batch-reads.ts'
import { hints } from '#server/kit/hints.ts'
import { onePer } from '#server/kit/one-per.ts'
import { paymentsByIds, type StoredPayment } from '#server/payments/store.ts'
import { ticketsByIds } from '#server/queue/read-queue.ts'
import type { Ticket } from '#server/queue/rules.ts'

export interface OrderWithTicket {
  payment: StoredPayment
  ticket: Ticket
}

/** The tickets of orders that were read lately or opened here. An order never changes its ticket, so both can be read at the same time. */
const ticketIdOf = hints<string>(10_000)

/** An order that has just been opened is read again soon. */
export const expectOrder = (payment: { id: string; ticketId: string }): void => ticketIdOf.set(payment.id, payment.ticketId)

/** Needs as many queries as for one order. Orders that do not exist are absent. */
async function readOrders(db: Reader, paymentIds: readonly string[]): Promise<Map<string, OrderWithTicket>> {
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

export const readOrder = async (db: Reader, paymentId: string): Promise<OrderWithTicket | undefined> =>
  (await readOrders(db, [paymentId])).get(paymentId)

const readsOf = onePer(({ db }: Pick<Database, 'db'>) => batchReads((ids) => together(db, (tx) => readOrders(tx, ids))))

/** An order of any mall, read in one query with the other orders of this moment. */
export const orderOf = (database: Pick<Database, 'db'>, paymentId: string): Promise<OrderWithTicket | undefined> =>
  readsOf(database)(paymentId)
