import { createHmac } from 'node:crypto'
import { type Bodies, idOf, type OrderAtRazorpay } from './razorpay-bodies.ts'
import type { PaymentAtRazorpay, RefundAtRazorpay } from './razorpay-settlement.ts'

export interface SignedEvent {
  raw: Uint8Array
  headers: Record<string, string>
}

/** The events that Razorpay sends to the webhook, signed with its secret. */
export function eventsOf(webhookSecret: string, { orderBody, paymentBody, refundBody }: Bodies) {
  const signed = (content: object, secret = webhookSecret): SignedEvent => {
    const raw = Buffer.from(
      JSON.stringify({ entity: 'event', account_id: 'acc_EXAMPLE', created_at: Math.floor(Date.now() / 1000), ...content }),
    )
    const signature = createHmac('sha256', secret).update(raw).digest('hex')
    return { raw, headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': idOf('evt') } }
  }
  return {
    signed,
    ofPayment(kind: string, payment: PaymentAtRazorpay, order: OrderAtRazorpay | undefined, secret?: string) {
      // An event is a snapshot: a payment that was given back since was captured then.
      const was =
        kind === 'payment.failed' ? 'failed' : kind === 'payment.authorized' || payment.status === 'authorized' ? 'authorized' : 'captured'
      const entity = paymentBody({ ...payment, status: payment.status === 'failed' ? 'failed' : was })
      const payload = { payment: { entity }, ...(kind === 'order.paid' && order ? { order: { entity: orderBody(order) } } : {}) }
      return signed({ event: kind, contains: Object.keys(payload), payload }, secret)
    },
    ofRefund(kind: string, refund: RefundAtRazorpay, payment: PaymentAtRazorpay, other: { amount?: number } = {}) {
      const payload = { refund: { entity: { ...refundBody(refund), ...other } }, payment: { entity: paymentBody(payment) } }
      return signed({ event: kind, contains: Object.keys(payload), payload })
    },
    ofReturn(refund: RefundAtRazorpay, payment: PaymentAtRazorpay) {
      const payload = { refund: { entity: refundBody(refund) }, payment: { entity: { ...paymentBody(payment), captured: false } } }
      return signed({ event: 'refund.processed', contains: Object.keys(payload), payload })
    },
    ofDispute(kind: string, id: string, payment: PaymentAtRazorpay, other: { status?: string; deducted?: number; at?: Date }) {
      const at = Math.floor((other.at ?? new Date()).getTime() / 1000)
      const { amount } = payment
      const dispute = {
        ...{ id, entity: 'dispute', payment_id: payment.id, amount, currency: 'INR' },
        ...{ amount_deducted: other.deducted ?? 0, reason_code: 'goods_or_services_not_received', phase: 'chargeback' },
        ...{ respond_by: at + 7 * 86_400, status: other.status ?? 'open', created_at: at, evidence: { amount, submitted_at: null } },
      }
      // The order is not always named.
      const payload = { dispute: { entity: dispute }, payment: { entity: { ...paymentBody(payment), order_id: null } } }
      return signed({ event: `payment.dispute.${kind}`, contains: Object.keys(payload), payload, created_at: at })
    },
  }
}
