import { randomBytes } from 'node:crypto'
import { feeOf, type PaymentAtRazorpay, type RefundAtRazorpay } from './razorpay-settlement.ts'

export interface OrderAtRazorpay {
  id: string
  amount: number
  receipt: string
  createdAt: number
}

export const idOf = (kind: string) => `${kind}_${randomBytes(11).toString('base64url').replace(/[-_]/g, 'A').slice(0, 14)}`
const arnOf = (id: string) => `74332741${id.slice(-8)}`

/** Orders, payments and refunds as the wire has them. */
export function bodiesOf(payments: readonly PaymentAtRazorpay[], settings: { isFeeOnTop: boolean; isArnLate: boolean }) {
  const stateOf = (order: OrderAtRazorpay) => {
    const own = payments.filter(({ orderId }) => orderId === order.id)
    const isPaid = own.some(({ status }) => status === 'captured' || status === 'refunded')
    return { status: isPaid ? 'paid' : own.length > 0 ? 'attempted' : 'created', attempts: own.length, paid: isPaid ? order.amount : 0 }
  }
  const orderBody = (order: OrderAtRazorpay) => {
    const { status, attempts, paid } = stateOf(order)
    const { id, amount, receipt, createdAt } = order
    return {
      ...{ id, entity: 'order', amount, amount_paid: paid, amount_due: amount - paid, currency: 'INR', receipt },
      // An empty object is a list in their JSON.
      ...{ offer_id: null, status, attempts, notes: [], created_at: createdAt },
    }
  }
  const feePart = (amount: number, isCaptured: boolean) => {
    if (!settings.isFeeOnTop || !isCaptured) return { fee: null, tax: null }
    const { fee, tax } = feeOf(amount)
    return { amount: amount + fee, fee, tax, fee_bearer: 'customer' }
  }
  const paymentBody = ({ id, orderId, amount, status }: PaymentAtRazorpay) => ({
    ...{ id, entity: 'payment', amount, currency: 'INR', status, order_id: orderId, invoice_id: null, international: false, method: 'upi' },
    ...{
      amount_refunded: 0,
      refund_status: null,
      captured: status === 'captured' || status === 'refunded',
      description: null,
      email: 'a@example.in',
    },
    ...{
      contact: '+919000000000',
      notes: [],
      ...feePart(amount, status === 'captured' || status === 'refunded'),
      vpa: 'asha@bank',
      acquirer_data: {},
      error_code: null,
    },
  })
  const refundBody = ({ id, paymentId, amount, receipt, status }: RefundAtRazorpay) => ({
    ...{ id, entity: 'refund', amount, currency: 'INR', payment_id: paymentId, notes: [], receipt },
    acquirer_data: settings.isArnLate ? [] : { arn: status === 'processed' ? arnOf(id) : null },
    ...{ batch_id: null, status, speed_requested: 'normal', speed_processed: 'normal' },
  })
  return { orderBody, paymentBody, refundBody }
}

export type Bodies = ReturnType<typeof bodiesOf>
