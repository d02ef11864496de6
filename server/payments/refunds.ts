import type { Caller } from '../caller.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import type { Listener } from '../outbox/relay.ts'
import { cancelTicket } from '../queue/desk.ts'
import { ticketById, ticketFor } from '../queue/read-queue.ts'
import type { Ticket } from '../queue/rules.ts'
import type { PaymentDeps } from './capture.ts'
import * as store from './store.ts'

/**
 * Leaves the queue: takes the ticket off, drops an unpaid order and marks what was paid for refund by the shop's rule, in one
 * transaction. Answers the paise that come back. Refuses with `ticket_not_found` and `wrong_state`.
 */
export function leaveQueue(deps: PaymentDeps, who: Caller, ticketId: string): Promise<{ ticket: Ticket; refundPaise: number }> {
  return transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await ticketFor(tx, who, ticketId)
    const payment = await store.lockPaymentOfTicket(tx, ticketId)
    const { ticket, refundDue } = await cancelTicket(tx, who, ticketId, now)
    const actor = who.account ? { kind: 'account', id: who.account.account.id } : { kind: 'shopper', id: ticket.mobile }
    if (payment?.state === 'created') await dropOrder(tx, payment, actor, now)
    if (payment?.state !== 'captured' || !refundDue) return { ticket, refundPaise: 0 }
    await markForRefund(tx, payment, now)
    return { ticket, refundPaise: payment.amountPaise }
  })
}

async function dropOrder(tx: Tx, payment: store.StoredPayment, actor: { kind: string; id?: string }, now: Date): Promise<void> {
  await store.changePayment(tx, payment.id, { state: 'expired' })
  await store.appendAttempt(tx, { payment, kind: 'expired', actor, at: now })
}

async function markForRefund(tx: Tx, payment: store.StoredPayment, now: Date): Promise<void> {
  await store.changePayment(tx, payment.id, { state: 'refund_pending' })
  await announce(tx, now, { kind: 'payment.refund-due', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
}

/** What happens to the money of a ticket that time has ended: an unpaid order lapses, and who was never called gets the fee back. */
export const moneyOfExpired = (wakeRefunds: () => void): Listener => ({
  name: 'payments',
  async record(tx, events, now) {
    for (const event of events) {
      if (event.kind !== 'ticket.expired') continue
      const payment = await store.lockPaymentOfTicket(tx, event.ticketId)
      const ticket = await ticketById(tx, event.ticketId)
      if (payment?.state === 'created') await dropOrder(tx, payment, { kind: 'system' }, now)
      if (payment?.state === 'captured' && ticket.calledAt === null) await markForRefund(tx, payment, now)
    }
  },
  async hear(events) {
    if (events.some((event) => event.kind === 'payment.refund-due')) wakeRefunds()
  },
})

/**
 * Pays refunds that are due, through each payment's gateway; what a person has to hand back stays due. Safe to repeat: the gateway pays
 * an order back once, and a payment that is refunded already is left alone.
 */
export async function payRefunds(deps: PaymentDeps): Promise<void> {
  const automatic = [...deps.gateways.values()].filter((gateway) => gateway.confirmedBy === 'shopper')
  for (const id of await store.refundsDue(
    deps.db,
    automatic.map((gateway) => gateway.name),
  )) {
    const payment = await store.paymentById(deps.db, id)
    const gateway = payment && deps.gateways.get(payment.gateway)
    if (!payment || !gateway) continue
    const outcome = await gateway.refund(payment).catch((error) => {
      deps.log.error({ err: error, gateway: gateway.name }, 'a refund failed, trying again later')
      return 'later' as const
    })
    if (outcome === 'refunded') await markRefunded(deps, id)
  }
}

const markRefunded = (deps: PaymentDeps, paymentId: string): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await store.lockPayment(tx, paymentId)
    if (payment?.state !== 'refund_pending') return
    await store.changePayment(tx, payment.id, { state: 'refunded', refunded_at: now })
    await store.appendAttempt(tx, { payment, kind: 'refund', actor: { kind: 'system' }, at: now })
    await announce(tx, now, { kind: 'payment.refunded', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
  })
