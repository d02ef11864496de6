import * as calls from '#contract/payments/calls.ts'
import * as refundCalls from '#contract/payments/refund-calls.ts'
import type { App } from '#server/http/app.ts'
import { asEither, type DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf, shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { confirmPayment } from './capture/confirm.ts'
import { openOrder } from './orders/open-order.ts'
import { readPayment } from './orders/read-payments.ts'
import { readReceipt } from './receipts/read-receipt.ts'
import { cancelTicket } from './refunds/cancel-ticket.ts'
import { handBack, listHandBacks } from './refunds/hand-back.ts'
import { readRefundable } from './refunds/read-refundable.ts'
import { refundPayment } from './refunds/refund-payment.ts'

/** The pause before a caller asks again for money that is pending, in seconds. */
const PENDING_SECONDS = 2

/** Cancelling a ticket is here too, because it refunds money. */
export function paymentRoutes(app: App, depsOf: DepsOf): void {
  serve(app, calls.createPayment, async (request, reply) => {
    const { isNew, ...order } = await openOrder(depsOf(request), shopperOf(request), request.body.ticketId, request.body)
    void reply.code(isNew ? 201 : 200)
    return order
  })
  serve(app, calls.confirmPayment, async (request, reply) => {
    const confirmed = await asEither(depsOf, request, (deps, who) => confirmPayment(deps, who, request.params.id, request.body ?? {}))
    if (confirmed === 'pending') {
      void reply.code(202).header('retry-after', PENDING_SECONDS)
      return { state: 'pending' as const }
    }
    const { payment, ticket, receiptId } = confirmed
    return { payment, ticket, token: ticket.number, receiptId }
  })
  serve(app, calls.handBack, (request) => handBack(depsOf(request), accountOf(request), request.params.id, request.body?.refundId))
  serve(app, refundCalls.refundPayment, async (request) => ({
    refund: await refundPayment(depsOf(request), accountOf(request), request.params.id, request.body),
  }))
  serve(app, refundCalls.readRefundable, (request) => readRefundable(depsOf(request), accountOf(request), request.params.id))
  serve(app, calls.listHandBacks, async (request) => ({
    handBacks: await listHandBacks(depsOf(request), accountOf(request), request.params.id),
  }))
  serve(app, calls.readPayment, (request) => asEither(depsOf, request, (deps, who) => readPayment(deps, who, request.params.id)))
  serve(app, calls.cancelTicket, async (request) => {
    const { ticket, refundPaise } = await asEither(depsOf, request, (deps, who) => cancelTicket(deps, who, request.params.id))
    return { state: ticket.state, refundPaise }
  })
  serve(app, calls.readReceipt, async (request) => {
    const receipt = await asEither(depsOf, request, (deps, who) => readReceipt(deps, who, request.params.id))
    return { ...receipt, description: 'Priority billing, one-time fee' }
  })
}
