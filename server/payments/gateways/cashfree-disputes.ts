import { z } from 'zod'
import type { DisputeState } from '#contract/payments/payments.ts'
import type { VendorEvent } from '#server/payments/gateway.ts'
import { paiseOf } from './rupees.ts'

export const cashfreeDispute = {
  dispute: z
    .object({
      ...{ dispute_id: z.coerce.string(), dispute_type: z.string().nullish(), reason_code: z.coerce.string().nullish() },
      ...{ dispute_amount: z.number(), respond_by: z.string().nullish(), dispute_status: z.string() },
      ...{ created_at: z.string().nullish(), updated_at: z.string().nullish() },
    })
    .optional(),
  order_details: z.object({ order_id: z.string().nullish(), cf_payment_id: z.string().nullish() }).optional(),
}

const ends: Readonly<Record<string, DisputeState>> = {
  MERCHANT_WON: 'won',
  MERCHANT_LOST: 'lost',
  MERCHANT_ACCEPTED: 'lost',
  INSUFFICIENT_EVIDENCE: 'lost',
}

/** The stage and the state are in one status, such as `CHARGEBACK_MERCHANT_WON`. */
export function disputeOfCashfree(
  { dispute, order_details: of }: z.output<z.ZodObject<typeof cashfreeDispute>>,
  toldAt: string | null | undefined,
): VendorEvent['about'] {
  if (!dispute) return null
  const [, phase = '', status = ''] = /^(PRE_ARBITRATION|[A-Z]+)_(\w+)$/.exec(dispute.dispute_status) ?? []
  const state = ends[status] ?? (status === 'CREATED' ? 'open' : 'under_review')
  const amountPaise = paiseOf(dispute.dispute_amount)
  const iso = (time: string | null | undefined) => (time && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null)
  const openedAt = iso(dispute.created_at) ?? iso(toldAt)
  if (openedAt === null) return null
  return {
    dispute: {
      vendorDisputeId: dispute.dispute_id,
      vendorOrderId: of?.order_id ?? null,
      vendorPaymentId: of?.cf_payment_id ?? null,
      ...{ amountPaise, deductedPaise: state === 'lost' ? amountPaise : 0 },
      ...{ phase: phase.toLowerCase(), reason: dispute.reason_code ?? dispute.dispute_type ?? '', state },
      ...{ respondBy: iso(dispute.respond_by), openedAt, toldAt: iso(toldAt) ?? iso(dispute.updated_at) ?? openedAt },
    },
  }
}
