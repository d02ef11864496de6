import type { Checkout, confirmPayment, createPayment, PaymentWire } from '#contract/payments/calls.ts'
import type { checkPayment } from '#contract/payments/gateway-calls.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

export type VendorCheckout = Extract<Checkout, { scriptUrl: string }>

export interface OpenOrder {
  payment: PaymentWire
  checkout: Checkout
}

export interface VendorOrder extends OpenOrder {
  checkout: VendorCheckout
}

/**
 * Creates an order for the fee, or returns the open one: pressing twice never creates two. `slotId` and `seenPaise` are what the screen
 * shows. `slotId` is null for now, and absent if the shop offers no slots. A dearer order is refused with `price_changed`.
 */
export async function orderPayment(order: {
  ticketId: string
  slotId?: string | null
  gateway: GatewayName | null
  seenPaise: number
}): Promise<OpenOrder> {
  const { payment, checkout } = await ask<typeof createPayment>('POST /api/payments', {
    body: {
      ticketId: order.ticketId,
      seenPaise: order.seenPaise,
      ...(order.slotId === undefined ? {} : { slotId: order.slotId }),
      ...(order.gateway === null ? {} : { gateway: order.gateway }),
    },
  })
  return { payment, checkout }
}

/** `claim` is what the vendor's page gave. Null if the bank has not decided yet. Safe to repeat: a captured order gives the same result. */
export async function confirmOrder(
  paymentId: string,
  claim: Readonly<Record<string, string>> = {},
): Promise<{ tokenNumber: number; receiptId: string } | null> {
  const wire = await ask<typeof confirmPayment>('POST /api/payments/:id/confirm', {
    params: { id: paymentId },
    body: { ...claim },
    timeoutMs: 30_000,
  })
  return 'state' in wire ? null : { tokenNumber: wire.token, receiptId: wire.receiptId }
}

/** Asks the vendor now. `underWay` says whether money that has not arrived may still come; null if the vendor was not asked. */
export async function checkOrder(paymentId: string): Promise<{ payment: PaymentWire; underWay: boolean | null }> {
  const { payment, underWay } = await ask<typeof checkPayment>('POST /api/payments/:id/check', {
    params: { id: paymentId },
    timeoutMs: 20_000,
  })
  return { payment, underWay }
}
