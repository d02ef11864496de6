import { z } from 'zod'
import { count, id, instant, paise, success } from '#contract/base/envelope.ts'
import { call, desk } from '#contract/call.ts'
import { ticketState } from '#contract/queue/shapes.ts'
import { slotOfTicket } from '#contract/slots/shapes.ts'
import { gatewayNames, paymentStates } from './payments.ts'
import { taxKinds } from './taxes.ts'

export const payment = z.object({
  id: z.string(),
  ticketId: z.string(),
  shopId: z.string(),
  gateway: z.enum(gatewayNames),
  state: z.enum(paymentStates),
  amountPaise: paise,
  /** A payment of which only a part goes back stays captured. */
  refundedPaise: paise,
  baseFeePaise: paise,
  extraPaise: paise,
  currency: z.literal('INR'),
  expiresAt: instant,
})
export type Payment = z.output<typeof payment>
export type PaymentWire = z.input<typeof payment>

/** `scriptUrl` is the vendor's script, which the page of the payment loads. */
const checkout = z.discriminatedUnion('gateway', [
  /** `processingMs` is how long the demo gateway pretends to work. */
  z.object({ gateway: z.enum(['demo', 'cash']), processingMs: count.optional() }),
  z.object({
    gateway: z.literal('razorpay'),
    scriptUrl: z.string(),
    keyId: z.string(),
    orderId: z.string(),
    amountPaise: paise,
    currency: z.literal('INR'),
    /** The seller, then what is sold. */
    name: z.string(),
    description: z.string(),
    prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
    /** Until the order expires. */
    timeoutSeconds: count,
  }),
  z.object({
    gateway: z.literal('cashfree'),
    scriptUrl: z.string(),
    paymentSessionId: z.string(),
    /** False for a test key: the script then runs in its mode `sandbox`. */
    live: z.boolean(),
  }),
])
export type Checkout = z.output<typeof checkout>

const opened = z.object({ success, payment, checkout })

/**
 * 201, or 200 with the ticket's open order. The order fixes the price. `seenPaise` is the price that the shopper was shown: if the price is
 * higher, `price_changed` carries the new one. `slotId` holds the slot in the same step, as `POST /api/tickets/:id/slot` does; null: now;
 * absent: the slot that the ticket has. The order ends with the hold of its slot.
 */
export const createPayment = call('POST /api/payments', {
  tag: 'Payments',
  about: 'Open the order to pay the fee of a ticket',
  by: 'shopper',
  tenant: 'private',
  limit: 'write',
  body: z.object({
    ticketId: id,
    slotId: id.nullable().optional(),
    gateway: z.enum(gatewayNames).optional(),
    seenPaise: paise.optional(),
  }),
  answer: opened,
  answers: { 200: opened, 201: opened },
  refuses: [
    'ticket_not_found',
    'shop_not_found',
    'nothing_to_pay',
    'price_changed',
    'ticket_lapsed',
    'wrong_state',
    'shop_closed',
    'shop_paused',
    'slot_not_found',
    'slot_full',
    'slot_past',
    'held_enough',
    'held_too_often',
    'already_booked',
    'too_many_tickets',
    'slot_pays_online',
    'gateway_unknown',
    'gateway_unavailable',
  ],
})

const confirmed = z.object({
  success,
  payment,
  ticket: z.object({ id: z.string(), number: count, state: ticketState }),
  token: count,
  receiptId: z.string(),
})

/**
 * Razorpay: takes what its checkout returned (`razorpay_payment_id`, `razorpay_order_id`, `razorpay_signature`). Other gateways: nothing.
 * 202 if the bank has not decided: ask again with `POST /api/payments/:id/check`. Idempotent.
 */
export const confirmPayment = call('POST /api/payments/:id/confirm', {
  tag: 'Payments',
  about: 'Confirm a payment; the answer carries the token number',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.looseObject({}).optional().nullable(),
  answer: confirmed,
  answers: { 200: confirmed, 202: z.object({ success, state: z.literal('pending') }) },
  refuses: [
    'payment_not_found',
    'not_verified',
    'payment_failed',
    'payment_other_amount',
    'payment_lapsed',
    'payment_late',
    'signature_wrong',
    'gateway_unavailable',
  ],
})

export const readPayment = call('GET /api/payments/:id', {
  tag: 'Payments',
  about: 'A payment and its receipt',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({ success, payment, receiptId: z.string().nullable() }),
  refuses: ['payment_not_found'],
})

/** Idempotent: `alreadyDone` if another request was first. Without `refundId`, all that the payment owes. */
export const handBack = call('POST /api/payments/:id/hand-back', {
  tag: 'Payments',
  about: 'Records that staff have handed back the cash of a payment',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ refundId: id.optional() }).optional().nullable(),
  answer: z.object({ success, alreadyDone: z.boolean(), payment }),
  refuses: ['payment_not_found', 'nothing_to_hand_back'],
})

const toHandBack = z.object({
  refundId: z.string(),
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

/** Of any day; at most 100. */
export const listHandBacks = call('GET /api/hand-backs/:id', {
  tag: 'Payments',
  about: 'The cash that a shop must hand back, longest overdue first',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({ success, handBacks: z.array(toHandBack) }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

export const readReceipt = call('GET /api/receipts/:id', {
  tag: 'Payments',
  about: 'A receipt',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({
    success,
    id: z.string(),
    /** Opens it at `/r/{code}`, without any other right. */
    code: z.string(),
    /** Gapless per shop and financial year, at most 16 characters. */
    number: z.string(),
    kind: z.enum(['tax_invoice', 'receipt']),
    issuedAt: instant,
    sellerName: z.string(),
    sellerAddress: z.string(),
    gstin: z.string().nullable(),
    shopName: z.string(),
    /** Null on receipts from before it was kept. */
    recipientName: z.string().nullable(),
    /** Two digits of a State or union territory. Null on plain receipts, and on invoices from before it was kept. */
    placeOfSupply: z.string().nullable(),
    /** Empty until the seller has chosen one. */
    sac: z.string(),
    description: z.string(),
    tokenNumber: count,
    /** As booked at the issue. A later move does not change it. */
    slot: slotOfTicket,
    taxablePaise: paise,
    taxBasisPoints: count.nullable(),
    taxKind: z.enum(taxKinds).nullable(),
    cgstPaise: paise,
    /** UTGST in a union territory. */
    sgstPaise: paise,
    igstPaise: paise,
    extraPaise: paise,
    /** What rounding cash to the rupee added or, if negative, took off: less than a rupee. */
    roundOffPaise: z.int().min(-99).max(99),
    totalPaise: paise,
    gateway: z.enum(gatewayNames),
    /** What the vendor calls the payment; null for cash. */
    paymentReference: z.string().nullable(),
    refunded: z.boolean(),
    /** Credit notes for a tax invoice, otherwise refund receipts. */
    creditNotes: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        /** Its own gapless series per shop and financial year, at most 16 characters. */
        number: z.string(),
        kind: z.enum(['credit_note', 'refund_receipt']),
        issuedAt: instant,
        taxablePaise: paise,
        cgstPaise: paise,
        sgstPaise: paise,
        igstPaise: paise,
        extraPaise: paise,
        totalPaise: paise,
      }),
    ),
  }),
  refuses: ['receipt_not_found'],
})
export type ReceiptWire = z.input<typeof readReceipt.answer>

/** Served by `payments`, because it may make a refund due. */
export const cancelTicket = call('POST /api/tickets/:id/cancel', {
  tag: 'Queue',
  about: 'Leave the queue, or remove a shopper from it; the fee is refunded if the order promised it',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, state: ticketState, refundPaise: paise }),
  refuses: ['ticket_not_found', 'wrong_state'],
})
