import type { SignedIn } from '#contract/accounts/accounts.ts'
import { together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { moneyOf } from '#server/payments/orders/read-payments.ts'
import { isUnpaid } from '#server/payments/orders/rules.ts'
import { ticketFor } from '#server/queue/read-queue.ts'
import { shopsOnRecord } from '#server/shops/service.ts'
import { refundableBy, refundLimitOf, spentOf } from './rules.ts'
import * as store from './store.ts'

/** Refuses with `ticket_not_found` (a foreign one too). */
export const readRefundable = (deps: Deps, caller: SignedIn, ticketId: string) =>
  together(deps.db, async (db) => {
    const ticket = await ticketFor(db, { account: caller, shopper: null }, ticketId)
    const payment = (await moneyOf(db, [ticket.id])).get(ticket.id)?.payment
    if (!payment || isUnpaid(payment)) return { payment: null, mayRefundPaise: 0, refunds: [] }
    const refunds = await store.refundsOf(db, payment.id)
    const shop = (await shopsOnRecord(db, [payment.shopId])).get(payment.shopId)
    const limit = { limitPaise: refundLimitOf(caller.account.role, shop), spentPaise: spentOf(refunds) }
    return { payment, mayRefundPaise: payment.state === 'captured' ? refundableBy(payment, limit) : 0, refunds }
  })
