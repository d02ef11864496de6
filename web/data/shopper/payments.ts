import type { confirmPayment, createPayment, PaymentWire, ReceiptWire, readReceipt as readReceiptCall } from '#contract/payments/calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

export interface Order {
  payment: PaymentWire
  gateway: GatewayName
  /** How long the gateway takes to process the payment, in ms. */
  processingMs: number
}

/** Creates an order for a ticket's fee, or returns its open order: pressing twice never creates two. */
export async function orderPayment(order: { ticketId: string; slotId: string | null; gateway: GatewayName | null }): Promise<Order> {
  const wire = await ask<typeof createPayment>('POST /api/payments', {
    body: {
      ticketId: order.ticketId,
      ...(order.slotId === null ? {} : { slotId: order.slotId }),
      ...(order.gateway === null ? {} : { gateway: order.gateway }),
    },
  })
  return { payment: wire.payment, gateway: wire.checkout.gateway, processingMs: wire.checkout.processingMs ?? 0 }
}

/** Confirms a paid order; returns the token number and the receipt's id. Safe to repeat: a captured order gives the same result. */
export async function confirmOrder(paymentId: string): Promise<{ tokenNumber: number; receiptId: string }> {
  const wire = await ask<typeof confirmPayment>('POST /api/payments/:id/confirm', {
    params: { id: paymentId },
    timeoutMs: 30_000,
  })
  return { tokenNumber: wire.token, receiptId: wire.receiptId }
}

/** The receipt of a captured payment. */
export async function readReceipt(receiptId: string): Promise<ReceiptWire> {
  return ask<typeof readReceiptCall>('GET /api/receipts/:id', { params: { id: receiptId } })
}
