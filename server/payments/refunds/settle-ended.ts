import { limit } from '#server/db/limits.ts'
import { send, type Tx, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { dropOrders, type Lapse } from '#server/payments/orders/drop-orders.ts'
import * as store from '#server/payments/store.ts'
import { lockFreeTickets } from '#server/queue/issue.ts'
import type { Ticket } from '#server/queue/rules.ts'
import { markSettled, unsettledTickets } from '#server/queue/ticket-money.ts'
import { markForRefund, SYSTEM } from './refunds.ts'
import { refundsOnExpiry } from './rules.ts'

const AT_A_TIME = 200
/** The queries skip locked rows: this limit is for locks that we do not expect. */
const LOCK_MS = 1000

/**
 * An unpaid order lapses. A shopper who was never called before the day ended gets the fee back. The work is found in the rows, so a lost
 * event loses nothing. A payment or ticket whose row is locked waits for the next run. May run on every node at once.
 */
export async function settleEnded(deps: Deps): Promise<void> {
  for (let after = ''; ; ) {
    const tickets = await unsettledTickets(deps.db, after, AT_A_TIME)
    const last = tickets.at(-1)
    if (!last) return
    await transaction(deps.db, (tx) => settle(tx, ids(tickets), deps.clock.now())).catch((error) =>
      deps.log.error({ err: error, tickets: tickets.length }, 'the money of tickets could not be settled, trying again'),
    )
    if (tickets.length < AT_A_TIME) return
    after = last.id
  }
}

const ids = (tickets: readonly Ticket[]): string[] => tickets.map(({ id }) => id)

async function settle(tx: Tx, ticketIds: readonly string[], now: Date): Promise<void> {
  send(tx, limit(tx, { lockMs: LOCK_MS }))
  const [open, payments, locked] = await Promise.all([
    store.ticketsWithOpenPayment(tx, ticketIds),
    store.lockFreePaymentsOfTickets(tx, ticketIds),
    lockFreeTickets(tx, ticketIds),
  ])
  // A ticket whose hold lapsed can be booked again by its late money.
  const tickets = [...locked.values()].filter(({ state }) => state === 'expired' || state === 'cancelled')
  const settled: string[] = []
  const lapses: Lapse[] = []
  for (const ticket of tickets) {
    const payment = payments.get(ticket.id)
    if (payment?.state === 'created') lapses.push({ payment, actor: { kind: 'system' }, at: now })
    // For shoppers who leave, `cancelTicket` has already decided about the fee.
    if (payment?.state === 'captured' && refundsOnExpiry(ticket)) await markForRefund(tx, payment, now, { kind: 'rule', actor: SYSTEM })
    if (payment || !open.includes(ticket.id)) settled.push(ticket.id)
  }
  dropOrders(tx, lapses)
  send(tx, markSettled(tx, settled, now))
}
