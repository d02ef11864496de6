import { z } from 'zod'
import { SECOND } from '#contract/base/time.ts'
import type { SettledLine } from '#server/payments/gateway.ts'

/** The fee contains its tax. */
export const razorpayLine = z.object({
  ...{ entity_id: z.string(), type: z.string(), debit: z.number(), credit: z.number(), amount: z.number() },
  ...{ fee: z.number().nullish(), tax: z.number().nullish(), created_at: z.number(), settled_at: z.number().nullish() },
  ...{ settlement_id: z.string().nullish(), settlement_utr: z.string().nullish(), order_id: z.string().nullish() },
  ...{ payment_id: z.string().nullish(), dispute_id: z.string().nullish() },
})

/** Null for an entry that is not transferred yet. */
export function lineOfRazorpay(row: z.output<typeof razorpayLine>): SettledLine | null {
  const { entity_id: id, type, amount, debit, credit } = row
  if (!row.settlement_id || !row.settled_at) return null
  const kind = type === 'payment' || type === 'refund' ? type : row.dispute_id ? 'dispute' : 'adjustment'
  const [fee, tax] = [row.fee ?? 0, row.tax ?? 0]
  return {
    ...{ vendorSettlementId: row.settlement_id, utr: row.settlement_utr ?? null, settledAt: new Date(row.settled_at * SECOND), kind },
    ...{ vendorLineId: `${type} ${id}`, vendorOrderId: row.order_id ?? null },
    // The id of a payment is that of its row.
    vendorPaymentId: type === 'payment' ? id : (row.payment_id ?? null),
    ...{ amountPaise: amount, feePaise: fee - tax, taxPaise: tax, netPaise: credit - debit, happenedAt: new Date(row.created_at * SECOND) },
  }
}
