import type { GatewayName } from '../../contract/payments.ts'
import {
  confirmPayment as confirmWire,
  createPayment,
  listHandBacks as handBacksWire,
  handBack as handBackWire,
  readPayment as readWire,
  readReceipt as receiptWire,
} from '../../contract/payments.wire.ts'
import { cancelTicket } from '../../contract/queue.wire.ts'
import { type App, answers } from '../http/app.ts'
import type { DepsOf } from '../http/deps-of.ts'
import { accountOf, shopperOf } from '../http/policy.ts'
import type { PaymentDeps } from './capture.ts'
import { confirmPayment } from './confirm.ts'
import { handBack, listHandBacks } from './hand-back.ts'
import { openOrder } from './orders.ts'
import { readPayment, readReceipt } from './read-payments.ts'
import { leaveQueue } from './refunds.ts'

const ok = { success: true as const }

/** Ordering, confirming and reading payments; leaving the queue stands here because it gives money back. */
export function paymentRoutes(app: App, depsOf: DepsOf<PaymentDeps>): void {
  app.post(
    '/api/payments',
    { schema: { body: createPayment.body, response: answers(createPayment.answer, 200, 201) } },
    async (request, reply) => {
      const { isNew, ...order } = await openOrder(depsOf(request), shopperOf(request), request.body.ticketId, request.body.gateway)
      return reply.code(isNew ? 201 : 200).send({ ...ok, ...order })
    },
  )
  const confirm = { params: confirmWire.params, body: confirmWire.body, response: answers(confirmWire.answer) }
  app.post('/api/payments/:id/confirm', { schema: confirm }, async (request) => {
    const { payment, ticket, receiptId } = await confirmPayment(depsOf(request), request.caller, request.params.id, request.body ?? {})
    return { ...ok, payment, ticket, token: ticket.number, receiptId }
  })
  const back = { params: handBackWire.params, body: handBackWire.body, response: answers(handBackWire.answer) }
  app.post('/api/payments/:id/hand-back', { schema: back }, async (request) => ({
    ...ok,
    ...(await handBack(depsOf(request), accountOf(request), request.params.id)),
  }))
  app.get(
    '/api/hand-backs/:id',
    { schema: { params: handBacksWire.params, response: answers(handBacksWire.answer) } },
    async (request) => ({ ...ok, handBacks: await listHandBacks(depsOf(request), accountOf(request), request.params.id) }),
  )
  app.get('/api/payments/:id', { schema: { params: readWire.params, response: answers(readWire.answer) } }, async (request) => ({
    ...ok,
    ...(await readPayment(depsOf(request), request.caller, request.params.id)),
  }))
  const cancel = { params: cancelTicket.params, body: cancelTicket.body, response: answers(cancelTicket.answer) }
  app.post('/api/tickets/:id/cancel', { schema: cancel }, async (request) => {
    const { ticket, refundPaise } = await leaveQueue(depsOf(request), request.caller, request.params.id)
    return { ...ok, state: ticket.state, refundPaise }
  })
  app.get('/api/receipts/:id', { schema: { params: receiptWire.params, response: answers(receiptWire.answer) } }, async (request) => {
    const receipt = await readReceipt(depsOf(request), request.caller, request.params.id)
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
  totalPaise: receipt.total_paise,
  gateway: receipt.gateway as GatewayName,
  refunded: receipt.payment_state === 'refunded',
})
