import { z } from 'zod'
import { SECOND } from '#contract/base/time.ts'
import { disputeStates } from '#contract/payments/payments.ts'
import type { VendorEvent } from '#server/payments/gateway.ts'

export const razorpayDispute = z.object({
  ...{ id: z.string(), payment_id: z.string().nullish(), amount: z.number(), amount_deducted: z.number().nullish() },
  ...{ reason_code: z.string().nullish(), respond_by: z.number().nullish(), status: z.string(), phase: z.string().nullish() },
  created_at: z.number(),
})

/** `toldAt` is in unix seconds. The event's payment does not always name its order. */
export function disputeOfRazorpay(
  dispute: z.output<typeof razorpayDispute> | undefined,
  payment: { id: string; order_id?: string | null | undefined } | undefined,
  toldAt: number | undefined,
): VendorEvent['about'] {
  if (!dispute) return null
  const iso = (seconds: number) => new Date(seconds * SECOND).toISOString()
  return {
    dispute: {
      vendorDisputeId: dispute.id,
      vendorOrderId: payment?.order_id ?? null,
      vendorPaymentId: dispute.payment_id ?? payment?.id ?? null,
      amountPaise: dispute.amount,
      deductedPaise: dispute.amount_deducted ?? 0,
      phase: dispute.phase ?? '',
      reason: dispute.reason_code ?? '',
      state: disputeStates.find((state) => state === dispute.status) ?? 'open',
      respondBy: dispute.respond_by ? iso(dispute.respond_by) : null,
      openedAt: iso(dispute.created_at),
      toldAt: iso(toldAt ?? dispute.created_at),
    },
  }
}
