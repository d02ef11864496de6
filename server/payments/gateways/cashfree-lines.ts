import { z } from 'zod'
import type { SettledLine } from '#server/payments/gateway.ts'
import { paiseOf } from './rupees.ts'

const text = z.union([z.string(), z.number()]).transform(String).nullish()
const row = z.object({
  ...{ event_type: z.string(), event_amount: z.number(), event_settlement_amount: z.number(), sale_type: z.string() },
  ...{ event_id: text, event_service_charge: z.number().nullish(), event_service_tax: z.number().nullish(), event_time: z.string() },
  ...{ order_id: text, cf_payment_id: text, refund_id: text, cf_settlement_id: text, utr: text, settlement_utr: text },
  ...{ settlement_date: z.string().nullish() },
})

/** Older versions of the settlement report write flat rows, newer ones put the fields into parts: both become flat. */
export const cashfreeLines = z.object({
  cursor: z.string().nullish(),
  data: z.array(
    z.record(z.string(), z.unknown()).transform((fields) => {
      const parts = Object.values(fields).filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part))
      return row.parse(Object.assign({}, ...parts, fields))
    }),
  ),
})

/** Null for the transfer itself, and for an entry that is not transferred yet. */
export function lineOfCashfree(told: z.output<typeof row>): SettledLine | null {
  const { event_type: type, cf_settlement_id: settlement, settlement_date: date } = told
  if (!settlement || type === 'SETTLEMENT') return null
  const kind =
    type === 'PAYMENT' ? 'payment' : type.startsWith('REFUND') ? 'refund' : /DISPUTE|CHARGEBACK/.test(type) ? 'dispute' : 'adjustment'
  const id = kind === 'payment' ? told.cf_payment_id : (told.event_id ?? told.refund_id ?? told.cf_payment_id)
  const net = paiseOf(Math.abs(told.event_settlement_amount))
  return {
    ...{ vendorSettlementId: settlement, utr: told.utr ?? told.settlement_utr ?? null, settledAt: new Date(date ?? told.event_time), kind },
    ...{ vendorLineId: kind === 'payment' ? `payment ${id}` : `${type} ${id}`, vendorOrderId: told.order_id ?? null },
    ...{ vendorPaymentId: told.cf_payment_id ?? null, amountPaise: paiseOf(Math.abs(told.event_amount)) },
    ...{ feePaise: paiseOf(told.event_service_charge ?? 0), taxPaise: paiseOf(told.event_service_tax ?? 0) },
    ...{ netPaise: told.sale_type === 'DEBIT' ? -net : net, happenedAt: new Date(told.event_time) },
  }
}
