import type { Caller } from '../caller.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import type { Listener } from '../outbox/relay.ts'
import { cancelTicket } from '../queue/desk.ts'
import { ticketFor, ticketsByIds } from '../queue/read-queue.ts'
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
    const expired = events.flatMap((event) => (event.kind === 'ticket.expired' ? [event.ticketId] : []))
    if (expired.length === 0) return
    // All at once and in the order of ids: one after the other, as the events come, would meet a group of captures half-way.
    const payments = await store.lockPaymentsOfTickets(tx, expired)
    for (const ticket of await ticketsByIds(tx, [...payments.keys()])) {
      const payment = payments.get(ticket.id)
      if (payment?.state === 'created') await dropOrder(tx, payment, { kind: 'system' }, now)
      if (payment?.state === 'captured' && ticket.calledAt === null) await markForRefund(tx, payment, now)
    }
  },
  wake(events) {
    if (events.some((event) => event.kind === 'payment.refund-due')) wakeRefunds()
  },
})

/** Refunds that are claimed at a time: few, since they are paid one after the other and a claim holds for the first pause. */
const AT_A_TIME = 20

/**
 * Pays refunds that are due, through each payment's gateway, until none is; what a person has to hand back stays due. One that fails is
 * tried again after 20 s, 40 s and so on up to an hour. Safe to repeat: the gateway pays an order back once, and a payment that is refunded
 * already is left alone.
 */
export async function payRefunds(deps: PaymentDeps): Promise<void> {
  const automatic = [...deps.gateways.values()].filter((gateway) => gateway.confirmedBy === 'shopper').map(({ name }) => name)
  for (;;) {
    const now = deps.clock.now()
    const due = await transaction(deps.db, (tx) => store.claimRefunds(tx, automatic, now, AT_A_TIME))
    for (const payment of due) await payRefund(deps, payment)
    if (due.length < AT_A_TIME) return
  }
}

async function payRefund(deps: PaymentDeps, payment: store.StoredPayment): Promise<void> {
  const gateway = deps.gateways.get(payment.gateway)
  const outcome = await gateway?.refund(payment).catch((error) => {
    deps.log.error({ err: error, gateway: gateway.name }, 'a refund failed, trying again later')
  })
  if (outcome === 'refunded') await transaction(deps.db, (tx) => settleRefund(tx, payment.id, { kind: 'system' }, deps.clock.now()))
}

/** Ends a refund in the caller's transaction: the money is back, and the shopper is told. Answers false where it was not pending (any more). */
export async function settleRefund(tx: Tx, paymentId: string, actor: { kind: string; id?: string }, now: Date): Promise<boolean> {
  const payment = await store.lockPayment(tx, paymentId)
  if (payment?.state !== 'refund_pending') return false
  await store.changePayment(tx, payment.id, { state: 'refunded', refunded_at: now })
  await store.appendAttempt(tx, { payment, kind: 'refund', actor, at: now })
  await announce(tx, now, { kind: 'payment.refunded', shopId: payment.shopId, ticketId: payment.ticketId, paymentId: payment.id })
  return true
}
