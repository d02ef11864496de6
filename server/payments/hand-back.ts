import type { SignedIn } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/errors.ts'
import type { ToHandBack } from '../../contract/payments.wire.ts'
import { reachFor } from '../audit/service.ts'
import { together, transaction } from '../db/transaction.ts'
import { announce } from '../outbox/announce.ts'
import { ticketBehind, ticketsByIds } from '../queue/read-queue.ts'
import { shopForDesk } from '../shops/service.ts'
import type { PaymentDeps } from './capture.ts'
import { settleRefund } from './refunds.ts'
import * as store from './store.ts'

/** What a person took, a person hands back. */
const byHand = (deps: PaymentDeps) =>
  [...deps.gateways.values()].filter((gateway) => gateway.confirmedBy === 'staff').map(({ name }) => name)

/** The cash that a shop has to hand back, whatever the day, what is due longest first. Refuses with `forbidden` and as `shopById` does. */
export const listHandBacks = (deps: PaymentDeps, caller: SignedIn, shopId: string): Promise<ToHandBack[]> =>
  together(deps.db, async (db) => {
    const shop = await shopForDesk(db, caller, shopId)
    const payments = await store.pendingRefundsOf(db, shop.id, byHand(deps))
    const tickets = await ticketsByIds(
      db,
      payments.map(({ ticketId }) => ticketId),
    )
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    return payments.flatMap(({ id, ticketId, amountPaise }) => {
      const ticket = byId.get(ticketId)
      if (!ticket) return []
      const { number, name, mobile, endedAt } = ticket
      return [{ paymentId: id, ticketId, number, name, mobile, amountPaise, since: endedAt }]
    })
  })

/**
 * Notes that the cash of a payment has been handed back; the shopper is told, other desks hear of it. Of two who say so one wins, the other
 * is told `alreadyDone`. Refuses with `payment_not_found` (a foreign one too) and `nothing_to_hand_back` (no refund of cash is pending).
 */
export const handBack = (
  deps: PaymentDeps,
  caller: SignedIn,
  paymentId: string,
): Promise<{ payment: store.StoredPayment; alreadyDone: boolean }> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await store.lockPayment(tx, paymentId)
    if (!payment) throw new Refusal('payment_not_found', await reachFor(tx, 'payment', paymentId))
    await ticketBehind(tx, { account: caller, shopper: null }, payment.ticketId, 'payment_not_found')
    if (!byHand(deps).includes(payment.gateway)) throw new Refusal('nothing_to_hand_back')
    if (payment.state === 'refunded') return { payment, alreadyDone: true }
    if (!(await settleRefund(tx, payment.id, { kind: 'account', id: caller.account.id }, now))) throw new Refusal('nothing_to_hand_back')
    await announce(tx, now, { kind: 'ticket.handed-back', shopId: payment.shopId, ticketId: payment.ticketId })
    return { payment: { ...payment, state: 'refunded' }, alreadyDone: false }
  })
