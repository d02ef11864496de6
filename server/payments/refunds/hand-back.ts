import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { ToHandBack } from '#contract/payments/calls.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import type { AccountCaller } from '#server/caller.ts'
import { counterOfDevice } from '#server/counters/devices.ts'
import { sendAtOnce } from '#server/db/at-once.ts'
import { together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import { sumsOf } from '#server/payments/drawers/rules.ts'
import { movingCash } from '#server/payments/drawers/store.ts'
import * as store from '#server/payments/store.ts'
import { ticketBehind, ticketsByIds } from '#server/queue/read-queue.ts'
import { shopForDesk } from '#server/shops/service.ts'
import { completeRefunds } from './refunds.ts'
import * as refunds from './store.ts'

/**
 * Returns what staff must hand back in cash of any day, longest overdue first: refunds of cash, and those that a vendor has refused for
 * good. Refuses with `forbidden` and as `shopById` does.
 */
export const listHandBacks = (deps: Deps, caller: SignedIn, shopId: string): Promise<ToHandBack[]> =>
  together(deps.db, async (db) => {
    const shop = await shopForDesk(db, caller, shopId)
    const due = await refunds.byHandAt(db, shop.id)
    const tickets = await ticketsByIds(
      db,
      due.map(({ ticketId }) => ticketId),
    )
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    return due.flatMap(({ id, paymentId, ticketId, amountPaise, createdAt }) => {
      const ticket = byId.get(ticketId)
      if (!ticket) return []
      const { number, name, mobile, endedAt } = ticket
      return [{ refundId: id, paymentId, ticketId, number, name, mobile, amountPaise, since: endedAt ?? createdAt }]
    })
  })

/**
 * Records that the money of a payment, or of one of its refunds, has been handed back in cash. Tells the shopper and the other desks. If two
 * people record it, the second one gets `alreadyDone`. Refuses with `payment_not_found` (a foreign one too) and `nothing_to_hand_back`.
 */
export const handBack = (
  deps: Deps,
  caller: AccountCaller,
  paymentId: string,
  refundId: string | undefined,
): Promise<{ payment: store.StoredPayment; alreadyDone: boolean }> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await store.lockPayment(tx, paymentId)
    if (!payment) throw new Refusal('payment_not_found', await reachFor(tx, 'payment', paymentId))
    await ticketBehind(tx, { account: caller, shopper: null }, payment.ticketId, 'payment_not_found')
    const named = (await refunds.refundsOf(tx, payment.id)).filter(({ id }) => refundId === undefined || id === refundId)
    const due = named.filter(({ state }) => state === 'by_hand')
    if (due.length === 0) {
      const isDone = named.length > 0 && named.every(({ state }) => state === 'processed')
      if (isDone) return { payment, alreadyDone: true }
      throw new Refusal('nothing_to_hand_back')
    }
    const after = await completeRefunds(tx, payment, due, { actor: { kind: 'account', id: caller.account.id }, now, through: 'cash' })
    const { mallId, shopId } = payment
    const counterId = await counterOfDevice(tx, caller.sessionId, shopId)
    const back = due.map(({ amountPaise }) => ({ mallId, shopId, counterId, amountPaise }))
    sendAtOnce(tx, movingCash(sumsOf('handedBack', back)))
    const changes = { amountPaise: [null, after.refundedPaise - payment.refundedPaise] }
    await recordChange(tx, now, caller, { action: 'cash.handed-back', mallId: payment.mallId, subject: payment.id, detail: { changes } })
    announce(tx, now, { kind: 'ticket.handed-back', shopId: payment.shopId, ticketId: payment.ticketId })
    return { payment: after, alreadyDone: false }
  })
