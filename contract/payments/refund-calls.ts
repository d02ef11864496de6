import { z } from 'zod'
import { id, instant, paise, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, desk } from '#contract/call.ts'
import { gatewayNames, LEAST_REFUND_PAISE, refundKinds, refundStates } from './payments.ts'

/**
 * Without `amountPaise`, all that is left. The same request of the same person within ten seconds is the same refund, even without an
 * `Idempotency-Key`. The money goes back in the background; cash is listed for staff to hand back.
 */
export const refundPayment = call('POST /api/payments/:id/refund', {
  tag: 'Payments',
  about: 'Refund a part or all of a payment: the owner, and staff up to the limit of the shop',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ amountPaise: paise.min(LEAST_REFUND_PAISE).optional(), reason: text(200, 'Please give a reason') }),
  answer: z.object({ success, refund: z.object({ id: z.string(), amountPaise: paise, state: z.enum(refundStates) }) }),
  refuses: ['payment_not_found', 'more_than_captured', 'over_refund_limit'],
})

/** `mayRefundPaise` is what this caller may refund now: what is left, for staff at most the rest of the shop's limit. */
export const readRefundable = call('GET /api/tickets/:id/refundable', {
  tag: 'Payments',
  about: 'What was paid for a ticket, what goes back of it, and how much the caller may refund',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({
    success,
    /** Null if nothing was paid. */
    payment: z.object({ id: z.string(), gateway: z.enum(gatewayNames), amountPaise: paise, refundedPaise: paise }).nullable(),
    mayRefundPaise: paise,
    refunds: z.array(
      z.object({
        id: z.string(),
        amountPaise: paise,
        kind: z.enum(refundKinds),
        state: z.enum(refundStates),
        reason: z.string().nullable(),
        /** What the vendor said when it did not pay. */
        trouble: z.string().nullable(),
        bankReference: z.string().nullable(),
        createdAt: instant,
      }),
    ),
  }),
  refuses: ['ticket_not_found'],
})
