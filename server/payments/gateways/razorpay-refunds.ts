import { z } from 'zod'
import type { RefundNews, RefundResult } from '#server/payments/gateway.ts'

const bankNames = z.object({ arn: z.string().nullish(), utr: z.string().nullish(), rrn: z.string().nullish() })
export const razorpayRefund = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  receipt: z.string().nullish(),
  payment_id: z.string().nullish(),
  // An empty object is a list in their JSON.
  acquirer_data: z.union([bankNames, z.array(z.unknown())]).nullish(),
})

/** A key has at least ten characters. It marks a refund as ours among those that were made at the vendor. */
export const refundKey = (refundId: string, failures: number): string => `rf-${refundId}${failures === 0 ? '' : `-${failures + 1}`}`
/** Null if another program or a person made the refund. */
export const refundIdOf = (key: string | null | undefined): string | null => /^rf-(\w+)(?:-\d+)?$/.exec(key ?? '')?.[1] ?? null

export function refundNews(
  refund: z.output<typeof razorpayRefund>,
  vendorOrderId: string | null | undefined,
  paymentId: string | null | undefined,
): RefundNews {
  const vendorPaymentId = refund.payment_id ?? paymentId
  const of = vendorOrderId && vendorPaymentId ? { vendorOrderId, vendorPaymentId } : null
  return { refundId: refundIdOf(refund.receipt), refund: refundState(refund), amountPaise: refund.amount, of }
}

export const REFUSED_BY_BANK = { state: 'failed' as const, reason: 'Razorpay says that the refund failed' }

export function refundState({ id, status, acquirer_data }: z.output<typeof razorpayRefund>): RefundResult {
  const { arn, utr, rrn } = acquirer_data && !Array.isArray(acquirer_data) ? acquirer_data : {}
  const names = { vendorRefundId: id, bankReference: arn ?? utr ?? rrn ?? null }
  if (status === 'failed') return { ...REFUSED_BY_BANK, ...names }
  return { state: status === 'processed' ? 'processed' : 'pending', ...names }
}
