import { z } from 'zod'
import { count, id, instant, paise, success } from './envelope.ts'
import { gatewayNames, paymentStates } from './payments.ts'
import { ticketState } from './queue.wire.ts'

export const payment = z.object({
  id: z.string(),
  ticketId: z.string(),
  shopId: z.string(),
  gateway: z.enum(gatewayNames),
  state: z.enum(paymentStates),
  amountPaise: paise,
  baseFeePaise: paise,
  extraPaise: paise,
  currency: z.literal('INR'),
  expiresAt: instant,
})
export type Payment = z.output<typeof payment>
export type PaymentWire = z.input<typeof payment>

/** POST /api/payments: 201, or 200 with the ticket's open order. The order fixes the price. */
export const createPayment = {
  body: z.object({ ticketId: id, slotId: id.optional(), gateway: z.enum(gatewayNames).optional() }),
  answer: z.object({
    success,
    payment,
    /** What the browser needs to pay. `processingMs` is the demo gateway's processing time. */
    checkout: z.object({ gateway: z.enum(gatewayNames), processingMs: count.optional() }),
  }),
}

/** POST /api/payments/{id}/confirm with the vendor's fields (nothing for demo and cash). Idempotent. */
export const confirmPayment = {
  params: z.object({ id }),
  body: z.looseObject({}).optional().nullable(),
  answer: z.object({
    success,
    payment,
    ticket: z.object({ id: z.string(), number: count, state: ticketState }),
    token: count,
    receiptId: z.string(),
  }),
}

/** GET /api/payments/{id} */
export const readPayment = { params: z.object({ id }), answer: z.object({ success, payment, receiptId: z.string().nullable() }) }

/** POST /api/payments/{id}/hand-back: staff have handed the cash back. Idempotent: `alreadyDone` where somebody else was faster. */
export const handBack = {
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, alreadyDone: z.boolean(), payment }),
}

const toHandBack = z.object({
  paymentId: z.string(),
  ticketId: z.string(),
  number: count.nullable(),
  name: z.string(),
  mobile: z.string(),
  amountPaise: paise,
  /** When the ticket ended. */
  since: instant.nullable(),
})
export type ToHandBack = z.output<typeof toHandBack>

/** GET /api/hand-backs/{id}: of a shop, whatever the day; at most 100, what is due longest first. */
export const listHandBacks = { params: z.object({ id }), answer: z.object({ success, handBacks: z.array(toHandBack) }) }

/** GET /api/receipts/{id} */
export const readReceipt = {
  params: z.object({ id }),
  answer: z.object({
    success,
    id: z.string(),
    /** Gapless per shop and financial year, at most 16 characters. */
    number: z.string(),
    kind: z.enum(['tax_invoice', 'receipt']),
    issuedAt: instant,
    sellerName: z.string(),
    sellerAddress: z.string(),
    gstin: z.string().nullable(),
    shopName: z.string(),
    description: z.string(),
    tokenNumber: count,
    taxablePaise: paise,
    taxBasisPoints: count.nullable(),
    cgstPaise: paise,
    sgstPaise: paise,
    extraPaise: paise,
    totalPaise: paise,
    gateway: z.enum(gatewayNames),
    refunded: z.boolean(),
  }),
}
export type ReceiptWire = z.input<typeof readReceipt.answer>
