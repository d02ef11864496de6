import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { ToHandBack } from '#contract/payments/calls.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import * as store from '#server/payments/store.ts'
import { ticketBehind, ticketsByIds } from '#server/queue/read-queue.ts'
import { shopForDesk } from '#server/shops/service.ts'
import { settleRefund } from './refunds.ts'

/** The gateways whose money staff took in cash: staff must hand it back. */
const byHand = (deps: Deps) => [...deps.gateways.values()].filter((gateway) => gateway.confirmedBy === 'staff').map(({ name }) => name)

/** The cash that a shop must hand back, from any day, longest overdue first. Refuses with `forbidden` and as `shopById` does. */
export const listHandBacks = (deps: Deps, caller: SignedIn, shopId: string): Promise<ToHandBack[]> =>
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
 * Records that the cash of a payment has been handed back, and tells the shopper and the other desks. If two people record it, the second
 * one gets `alreadyDone`. Refuses with `payment_not_found` (a foreign one too) and `nothing_to_hand_back` (no refund of cash is pending).
 */
export const handBack = (
  deps: Deps,
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
    const changes = { amountPaise: [null, payment.amountPaise] }
    await recordChange(tx, now, caller, { action: 'cash.handed-back', mallId: payment.mallId, subject: payment.id, detail: { changes } })
    await announce(tx, now, { kind: 'ticket.handed-back', shopId: payment.shopId, ticketId: payment.ticketId })
    return { payment: { ...payment, state: 'refunded' }, alreadyDone: false }
  })
