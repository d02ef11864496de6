import type { z } from 'zod'
import type { GatewayName } from '../../../contract/payments.ts'
import type {
  confirmPayment,
  createPayment,
  PaymentWire,
  ReceiptWire,
  readReceipt as readReceiptWire,
} from '../../../contract/payments.wire.ts'
import { caller } from '../../api/call.ts'

const call = caller()

export interface Order {
  payment: PaymentWire
  gateway: GatewayName
  /** How long the gateway works on it, in ms. */
  processingMs: number
}

/** Orders a ticket's fee, or answers its open order: pressing twice never makes two. */
export async function orderPayment(order: { ticketId: string; slotId: string | null; gateway: GatewayName | null }): Promise<Order> {
  const wire = await call<z.input<typeof createPayment.answer>>('POST', '/api/payments', {
    body: {
      ticketId: order.ticketId,
      ...(order.slotId === null ? {} : { slotId: order.slotId }),
      ...(order.gateway === null ? {} : { gateway: order.gateway }),
    },
  })
  return { payment: wire.payment, gateway: wire.checkout.gateway, processingMs: wire.checkout.processingMs ?? 0 }
}

/** Confirms an order that is paid; answers the token number. Safe to repeat: a captured order answers the same again. */
export async function confirmOrder(paymentId: string): Promise<{ tokenNumber: number; receiptId: string }> {
  const wire = await call<z.input<typeof confirmPayment.answer>>('POST', `/api/payments/${encodeURIComponent(paymentId)}/confirm`, {
    timeoutMs: 30_000,
  })
  return { tokenNumber: wire.token, receiptId: wire.receiptId }
}

/** The proof of a captured payment. */
export async function readReceipt(receiptId: string): Promise<ReceiptWire> {
  return call<z.input<typeof readReceiptWire.answer>>('GET', `/api/receipts/${encodeURIComponent(receiptId)}`)
}
