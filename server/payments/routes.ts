import {
  cancelTicket as cancelCall,
  confirmPayment as confirmCall,
  createPayment,
  handBack as handBackCall,
  listHandBacks as handBacksCall,
  readPayment as readCall,
  readReceipt as receiptCall,
} from '#contract/payments/calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { App } from '#server/http/app.ts'
import { asEither, type DepsOf } from '#server/http/edge/deps-of.ts'
import { accountOf, shopperOf } from '#server/http/edge/policy.ts'
import { serve } from '#server/http/serve.ts'
import { confirmPayment } from './capture/confirm.ts'
import { openOrder } from './orders/open-order.ts'
import { readPayment } from './orders/read-payments.ts'
import { readReceipt } from './receipts/read-receipt.ts'
import { roundOffOf } from './receipts/rules.ts'
import { cancelTicket } from './refunds/cancel-ticket.ts'
import { handBack, listHandBacks } from './refunds/hand-back.ts'

const ok = { success: true as const }

/** The calls to order, confirm and read payments. Cancelling a ticket is here too, because it refunds money. */
export function paymentRoutes(app: App, depsOf: DepsOf): void {
  serve(app, createPayment, async (request, reply) => {
    const { isNew, ...order } = await openOrder(depsOf(request), shopperOf(request), request.body.ticketId, request.body.gateway)
    void reply.code(isNew ? 201 : 200)
    return { ...ok, ...order }
  })
  serve(app, confirmCall, async (request) => {
    const { payment, ticket, receiptId } = await asEither(depsOf, request, (deps, who) =>
      confirmPayment(deps, who, request.params.id, request.body ?? {}),
    )
    return { ...ok, payment, ticket, token: ticket.number, receiptId }
  })
  serve(app, handBackCall, async (request) => ({
    ...ok,
    ...(await handBack(depsOf(request), accountOf(request), request.params.id)),
  }))
  serve(app, handBacksCall, async (request) => ({
    ...ok,
    handBacks: await listHandBacks(depsOf(request), accountOf(request), request.params.id),
  }))
  serve(app, readCall, async (request) => ({
    ...ok,
    ...(await asEither(depsOf, request, (deps, who) => readPayment(deps, who, request.params.id))),
  }))
  serve(app, cancelCall, async (request) => {
    const { ticket, refundPaise } = await asEither(depsOf, request, (deps, who) => cancelTicket(deps, who, request.params.id))
    return { ...ok, state: ticket.state, refundPaise }
  })
  serve(app, receiptCall, async (request) => {
    const receipt = await asEither(depsOf, request, (deps, who) => readReceipt(deps, who, request.params.id))
    return { ...ok, ...receiptView(receipt) }
  })
}

const receiptView = (receipt: Awaited<ReturnType<typeof readReceipt>>) => ({
  id: receipt.id,
  number: receipt.number,
  kind: receipt.kind,
  issuedAt: receipt.issued_at,
  sellerName: receipt.seller_name,
  sellerAddress: receipt.seller_address,
  gstin: receipt.gstin,
  shopName: receipt.shop_name,
  description: 'Priority billing, one-time fee',
  tokenNumber: receipt.token_number,
  taxablePaise: receipt.taxable_paise,
  taxBasisPoints: receipt.tax_basis_points,
  cgstPaise: receipt.cgst_paise,
  sgstPaise: receipt.sgst_paise,
  extraPaise: receipt.extra_paise,
  roundOffPaise: roundOffOf(receipt),
  totalPaise: receipt.total_paise,
  gateway: receipt.gateway as GatewayName,
  refunded: receipt.payment_state === 'refunded',
})
