import { z } from 'zod'
import { count, id, instant, paise, success } from '#contract/base/envelope.ts'
import { call, desk } from '#contract/call.ts'
import { ticketState } from '#contract/queue/shapes.ts'
import { gatewayNames, paymentStates } from './payments.ts'

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

const opened = z.object({
  success,
  payment,
  /** What the browser needs to pay. `processingMs` is the demo gateway's processing time. */
  checkout: z.object({ gateway: z.enum(gatewayNames), processingMs: count.optional() }),
})

/** 201, or 200 with the ticket's open order. The order fixes the price. */
export const createPayment = call('POST /api/payments', {
  tag: 'Payments',
  about: 'Open the order to pay the fee of a ticket',
  by: 'shopper',
  tenant: 'private',
  limit: 'write',
  body: z.object({ ticketId: id, slotId: id.optional(), gateway: z.enum(gatewayNames).optional() }),
  answer: opened,
  answers: { 200: opened, 201: opened },
  refuses: [
    'ticket_not_found',
    'shop_not_found',
    'nothing_to_pay',
    'ticket_lapsed',
    'wrong_state',
    'shop_paused',
    'gateway_unknown',
    'gateway_unavailable',
  ],
})

/** Takes the vendor's fields (nothing for demo and cash). Idempotent. */
export const confirmPayment = call('POST /api/payments/:id/confirm', {
  tag: 'Payments',
  about: 'Confirm a payment; the answer carries the token number',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.looseObject({}).optional().nullable(),
  answer: z.object({
    success,
    payment,
    ticket: z.object({ id: z.string(), number: count, state: ticketState }),
    token: count,
    receiptId: z.string(),
  }),
  refuses: ['payment_not_found', 'not_verified', 'payment_failed', 'payment_lapsed', 'payment_late', 'gateway_unavailable'],
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

/** Idempotent: `alreadyDone` if another request was first. */
export const handBack = call('POST /api/payments/:id/hand-back', {
  tag: 'Payments',
  about: 'Records that staff have handed back the cash of a payment',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, alreadyDone: z.boolean(), payment }),
  refuses: ['payment_not_found', 'nothing_to_hand_back'],
})

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

/** The cash to hand back at a shop, of any day; at most 100, the longest due first. */
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
    /** What rounding cash to the rupee added or, if negative, took off: less than a rupee. */
    roundOffPaise: z.int().min(-99).max(99),
    totalPaise: paise,
    gateway: z.enum(gatewayNames),
    refunded: z.boolean(),
  }),
  refuses: ['receipt_not_found'],
})
export type ReceiptWire = z.input<typeof readReceipt.answer>

/** The shopper leaves, or staff remove the ticket from the queue. Served by `payments`, because it may make a refund due. */
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
