import { createHmac } from 'node:crypto'
import { vendorOrderId } from '#bench/captures/owing.ts'
import { WEBHOOK_SECRET } from './account.ts'

export interface Webhook {
  raw: Buffer
  headers: Record<string, string>
}

/** What Razorpay tells about one payment, in the order of its documents. */
const kinds = ['payment.authorized', 'payment.captured', 'order.paid'] as const
export const EVENTS_PER_PAYMENT = kinds.length

/** An event of a kind that we do not use: it is stored as it came, and nothing else happens. */
export function unusedWebhook(i: number): Webhook {
  const { raw } = webhook(i)
  return signed(`evt_unused${i}`, Buffer.from(raw.toString().replace(/"event":"[^"]+"/, '"event":"payment.downtime.started"')))
}

/** The `i`-th event of a rush: three for each payment, signed, as large as the samples of Razorpay. */
export function webhook(i: number): Webhook {
  const n = Math.floor(i / kinds.length)
  const kind = kinds[i % kinds.length] as (typeof kinds)[number]
  const status = kind === 'payment.authorized' ? 'authorized' : 'captured'
  const created_at = Math.floor(Date.now() / 1000)
  const order_id = vendorOrderId(n)
  const entity = {
    ...{ id: `pay_bench${n}`, entity: 'payment', amount: 12000, currency: 'INR', status, order_id, invoice_id: null },
    ...{ international: false, method: 'upi', amount_refunded: 0, refund_status: null, captured: status === 'captured' },
    ...{ description: 'Priority billing', card_id: null, bank: null, wallet: null, vpa: 'asha@bank', email: 'asha@example.in' },
    ...{ contact: '+919000000000', notes: [], fee: 283, tax: 43, error_code: null, error_description: null, error_source: null },
    ...{ error_step: null, error_reason: null, acquirer_data: { rrn: '001000060900' }, created_at },
  }
  const order = { id: order_id, entity: 'order', amount: 12000, amount_paid: 12000, amount_due: 0, currency: 'INR', status: 'paid' }
  const payload = {
    payment: { entity },
    ...(kind === 'order.paid' && { order: { entity: { ...order, attempts: 1, notes: [], created_at } } }),
  }
  const raw = Buffer.from(
    JSON.stringify({ entity: 'event', account_id: 'acc_bench', event: kind, contains: Object.keys(payload), payload, created_at }),
  )
  return signed(`evt_bench${i}`, raw)
}

function signed(id: string, raw: Buffer): Webhook {
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex')
  return { raw, headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } }
}
