/** Payments and refunds as the books of Razorpay's double have them. */
export interface PaymentAtRazorpay {
  id: string
  orderId: string
  amount: number
  status: 'authorized' | 'captured' | 'failed' | 'refunded'
}
export interface RefundAtRazorpay {
  id: string
  paymentId: string
  amount: number
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
}

/** A transfer to the bank: its lines on the wire, and what reached the bank, in paise. */
interface Settlement {
  rows: { entity_id: string }[]
  told: { utr: string; net: number; fees: number; tax: number }
}

/** Two per cent of a payment are the fee, plus 18 % tax, which `fee` contains. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const base = Math.round(amount * 0.02)
  const tax = Math.round(base * 0.18)
  return { fee: base + tax, tax }
}

export function settlementOf(
  { id, utr, day }: { id: string; utr: string; day: string },
  payments: readonly PaymentAtRazorpay[],
  refunds: readonly RefundAtRazorpay[],
  disputed: readonly { id: string; paymentId: string; amount: number }[],
  { isFeeOnTop }: { isFeeOnTop: boolean },
): Settlement {
  const settled_at = Date.parse(`${day}T06:00:00Z`) / 1000
  const of = { settlement_id: id, settlement_utr: utr, settled: true, settled_at, created_at: settled_at - 3600 }
  const shared = { currency: 'INR', on_hold: false, posted_at: null, credit_type: 'default', description: null, notes: null }
  const paid = payments.map(({ id, orderId, amount }) => {
    const { fee, tax } = feeOf(amount)
    // A row does not always name the receipt.
    const onTop = isFeeOnTop ? fee : 0
    const money = { debit: 0, credit: amount + onTop - fee, amount: amount + onTop, fee, tax }
    return { ...shared, ...of, ...money, entity_id: id, type: 'payment', payment_id: null, order_id: orderId, order_receipt: null }
  })
  const back = refunds.map(({ id, paymentId, amount }) => {
    const money = { debit: amount, credit: 0, amount, fee: 0, tax: 0 }
    return { ...shared, ...of, ...money, entity_id: id, type: 'refund', payment_id: paymentId, order_id: null }
  })
  const kept = disputed.map(({ id, paymentId, amount }) => {
    const money = { debit: amount, credit: 0, amount, fee: 0, tax: 0 }
    return { ...shared, ...of, ...money, entity_id: `adj_${id}`, type: 'adjustment', payment_id: paymentId, order_id: null, dispute_id: id }
  })
  const rows = [...paid, ...back, ...kept]
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    rows,
    told: { utr, net: sum((row) => row.credit - row.debit), fees: sum((row) => row.fee - row.tax), tax: sum((row) => row.tax) },
  }
}
