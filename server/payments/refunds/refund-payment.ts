import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import { reachFor, recordChange } from '#server/audit/service.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/outbox/announce.ts'
import * as payments from '#server/payments/store.ts'
import { ticketBehind } from '#server/queue/read-queue.ts'
import { shopsOnRecord } from '#server/shops/service.ts'
import { makeRefund } from './refunds.ts'
import { checkRefund, refundLimitOf, samePress, spentOf } from './rules.ts'
import * as store from './store.ts'

const TOO_SMALL = 'Please refund at least ₹1, and leave nothing or at least ₹1.'
const NOT_WHOLE = 'Cash is handed back in whole rupees.'

/**
 * Refunds a part or all of what is left of a payment. However often the same press comes within ten seconds, there is one refund. Staff may
 * refund up to the limit of their shop for each payment. Refuses with `payment_not_found`, `more_than_captured` and `over_refund_limit`,
 * and with `invalid_input` for an amount that no vendor refunds.
 */
export const refundPayment = (
  deps: Deps,
  caller: SignedIn,
  paymentId: string,
  { amountPaise, reason }: { amountPaise?: number | undefined; reason: string },
): Promise<Pick<store.NewRefund, 'id' | 'amountPaise' | 'state'>> =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const payment = await payments.lockPayment(tx, paymentId)
    if (!payment) throw new Refusal('payment_not_found', await reachFor(tx, 'payment', paymentId))
    const ticket = await ticketBehind(tx, { account: caller, shopper: null }, payment.ticketId, 'payment_not_found')
    const made = await store.refundsOf(tx, payment.id)
    const request = { accountId: caller.account.id, amountPaise, reason }
    const same = samePress(request, payment, made, now)
    if (same) return same
    const isStaff = caller.account.role === 'staff'
    const shop = (await shopsOnRecord(tx, [payment.shopId])).get(payment.shopId)
    const checked = checkRefund(payment.state === 'captured' ? payment : { ...payment, amountPaise: payment.refundingPaise }, request, {
      limitPaise: refundLimitOf(caller.account.role, shop),
      spentPaise: spentOf(made),
    })
    if (checked === 'too_small') throw new Refusal('invalid_input', { fields: { amountPaise: TOO_SMALL } })
    if (checked === 'not_whole') throw new Refusal('invalid_input', { fields: { amountPaise: NOT_WHOLE } })
    if (typeof checked === 'string') throw new Refusal(checked)
    const actor = { kind: 'account', id: caller.account.id }
    const refund = await makeRefund(tx, payment, checked.amountPaise, { kind: isStaff ? 'staff' : 'owner', actor, reason }, now)
    const detail = { name: String(ticket.number ?? ''), changes: { amountPaise: [null, refund.amountPaise], reason: [null, reason] } }
    await recordChange(tx, now, caller, { action: 'payment.refunded', mallId: payment.mallId, subject: payment.id, detail })
    // The desks learn what is left, and what they must hand back.
    announce(tx, now, { kind: 'ticket.handed-back', shopId: payment.shopId, ticketId: payment.ticketId })
    return refund
  })
