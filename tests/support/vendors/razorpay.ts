import { createHmac } from 'node:crypto'
import { bodiesOf, idOf, type OrderAtRazorpay } from './razorpay-bodies.ts'
import { eventsOf, type SignedEvent } from './razorpay-events.ts'
import { type PaymentAtRazorpay, type RefundAtRazorpay, settlementOf } from './razorpay-settlement.ts'
import { openVendorServer, type VendorBooks, type VendorCall, type VendorReply, type VendorServer } from './vendor-server.ts'

/** Razorpay on this machine, with one account. */
export interface Razorpay extends VendorServer {
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  /** The bank holds the money until `decide`. Returns what the checkout gives to the page. */
  pay(
    vendorOrderId: string | null,
    paid?: { amount?: number },
  ): { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
  /** A try fails at the bank. Returns the payment's id. It may still succeed: see `succeed`. */
  fail(vendorOrderId: string): string
  succeed(paymentId: string): void
  decide(): void
  /** The banks refuse all pending refunds. */
  rejectRefunds(): void
  /** How much was paid out for a refund of ours, in paise. */
  paidOut(refundId: string): number
  refundsOf(refundId: string): number
  /** An event with this content. */
  signed(content: object): SignedEvent
  /** An event about a payment, with an id of its own, signed with the secret. */
  eventOf(kind: string, paymentId: string, secret?: string): SignedEvent
  refundEventOf(kind: string, refundId: string, other?: { amount?: number }): SignedEvent
  /** About one more payment of a paid order, which Razorpay has given back without being asked. */
  returnEventOf(paymentId: string): SignedEvent
  /** An event about a dispute; `at` is when it is told. */
  disputeEventOf(kind: string, paymentId: string, other?: { status?: string; deducted?: number; at?: Date }): SignedEvent
  /**
   * Transfers all captured payments, processed refunds and deductions for disputes that were not transferred, on this day. Returns what
   * reached the bank, in paise.
   */
  settle(day: string): { utr: string; net: number; fees: number; tax: number }
  /** A shopper of another program of the mall pays: an order that is not ours. Returns the payment's id. */
  payElsewhere(amount: number): string
  copyOrder(vendorOrderId: string, id: string, receipt: string): void
  /** Someone refunds a part of a paid order on the vendor's own pages: it is paid out at once. Returns its event. */
  refundOnDashboard(vendorOrderId: string | null, amount: number): SignedEvent
  paymentsOf(vendorOrderId: string | null): readonly PaymentAtRazorpay[]
  books(): VendorBooks
  /** What happens to a second order with one receipt. */
  repeats: 'another' | 'refused' | 'same'
  /** What it says when a refund is made: its state, that another call with its key is running, or that an earlier one had another body. */
  refundAnswer: 'pending' | 'processed' | 'running' | 'mismatch'
  /** This many of the next lists of orders are empty. */
  emptyLists: number
  /** The account has no money for refunds. */
  isPoor: boolean
  /** Shoppers pay the vendor's fee on top of the order. */
  isFeeOnTop: boolean
  /** The bank's reference of a refund is not known yet. */
  isArnLate: boolean
}

const refused = (status: number, description: string, field?: string): VendorReply => ({
  status,
  body: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: null,
      reason: 'input_validation_failed',
      metadata: {},
      ...(field && { field }),
    },
  },
})
const list = (items: readonly unknown[]): VendorReply => ({ status: 200, body: { entity: 'collection', count: items.length, items } })
const UNKNOWN = refused(400, 'The id provided does not exist')

/** Speaks the wire format of Razorpay: its paths, its error bodies, its signatures and its oddities. */
export async function openRazorpay(port = 0): Promise<Razorpay> {
  const keys = { keyId: 'rzp_test_4f8xEXAMPLE', keySecret: 'secret of the key', webhookSecret: 'secret of the webhook' }
  const orders: OrderAtRazorpay[] = []
  const payments: PaymentAtRazorpay[] = []
  const refunds: RefundAtRazorpay[] = []
  const rows: { day: string; row: { entity_id: string } }[] = []
  const deducted: { id: string; paymentId: string; amount: number }[] = []
  const settings = {
    ...{ repeats: 'another' as Razorpay['repeats'], refundAnswer: 'pending' as Razorpay['refundAnswer'] },
    ...{ isPoor: false, isFeeOnTop: false, isArnLate: false, emptyLists: 0 },
  }

  const bodies = bodiesOf(payments, settings)
  const { orderBody, paymentBody, refundBody } = bodies
  const events = eventsOf(keys.webhookSecret, bodies)

  function makeOrder(body: Record<string, unknown>): VendorReply {
    const { amount, currency, receipt, payment } = body as {
      amount: number
      currency: string
      receipt: string
      payment?: { capture_options?: object }
    }
    if (!Number.isInteger(amount) || amount < 100) return refused(400, 'The amount must be at least INR 1.00.', 'amount')
    if (currency !== 'INR') return refused(400, 'Currency is not supported', 'currency')
    if (typeof receipt !== 'string' || receipt.length > 40) return refused(400, 'The receipt must have at most 40 characters.', 'receipt')
    const unknown = Object.keys(body).filter((key) => !['amount', 'currency', 'receipt', 'notes', 'payment'].includes(key))
    if (unknown.length > 0) return refused(400, `${unknown.join()} is/are not required and should not be sent`)
    const { automatic_expiry_period: automatic = 0, manual_expiry_period: manual = 0 } = (payment?.capture_options ?? {}) as Record<
      string,
      number
    >
    if (automatic < 12 || manual < automatic) return refused(400, 'The automatic expiry period must be at least 12.')
    const earlier = settings.repeats === 'another' ? undefined : orders.find((one) => one.receipt === receipt)
    if (earlier)
      return settings.repeats === 'same' ? { status: 200, body: orderBody(earlier) } : refused(400, 'Order receipt should be unique.')
    const order = { id: idOf('order'), amount, receipt, createdAt: Math.floor(Date.now() / 1000) }
    orders.push(order)
    return { status: 200, body: orderBody(order) }
  }

  function makeRefund(paymentId: string, { body, headers }: VendorCall): VendorReply {
    const payment = payments.find(({ id }) => id === paymentId)
    if (!payment) return UNKNOWN
    const key = String(headers['x-refund-idempotency'] ?? '')
    if (!/^[A-Za-z0-9_-]{10,}$/.test(key)) return refused(400, 'The idempotency key is invalid')
    const { amount, receipt, speed } = body as { amount: number; receipt?: string; speed?: string }
    if (speed !== 'normal') return refused(400, 'speed is required')
    const known = refunds.find((one) => one.receipt === receipt)
    if (known) return { status: 200, body: refundBody(known) }
    const before = refunds.filter((one) => one.paymentId === paymentId && one.status !== 'failed').reduce((sum, one) => sum + one.amount, 0)
    if (payment.status !== 'captured') return refused(400, 'The payment status should be captured for action to be taken')
    if (before + amount > payment.amount) return refused(400, 'The refund amount provided is greater than amount captured.')
    if (settings.isPoor) return refused(400, 'Your account does not have enough balance to carry out the refund operation.')
    const status = settings.refundAnswer === 'processed' ? 'processed' : 'pending'
    const refund: RefundAtRazorpay = { id: idOf('rfnd'), paymentId, amount, receipt: receipt ?? null, status }
    refunds.push(refund)
    if (settings.refundAnswer === 'running') return refused(409, 'Another request with this idempotency key is in progress')
    if (settings.refundAnswer === 'mismatch') return refused(400, 'Different request body sent for the same idempotency key')
    return { status: 200, body: refundBody(refund) }
  }

  function listOrders(query: URLSearchParams): VendorReply {
    const number = (name: string, usual: number) => Number(query.get(name) ?? usual)
    const [from, to, count, skip] = [number('from', 0), number('to', 4_765_046_400), number('count', 10), number('skip', 0)]
    if (query.has('from') && from < 946_684_800) return refused(400, 'from must be between 946684800 and 4765046400')
    if (count < 1 || count > 100) return refused(400, 'The count must be at least 1.')
    if (settings.emptyLists > 0) {
      settings.emptyLists -= 1
      return list([])
    }
    const receipt = query.get('receipt')
    const fitting = orders.filter((one) => one.createdAt >= from && one.createdAt <= to && (receipt === null || one.receipt === receipt))
    return list(
      fitting
        .toReversed()
        .slice(skip, skip + count)
        .map(orderBody),
    )
  }

  const proof = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
  const server = await openVendorServer(
    { status: 429, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'Request failed' } } },
    (call) => {
      const { method, path, query, headers, body } = call
      if (headers.authorization !== proof)
        return { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'The API key/secret provided is invalid.' } } }
      const [, version, kind, id, part] = path.split('/')
      const name = version === 'v1' ? `${method} ${kind}${id === undefined ? '' : '/:id'}${part === undefined ? '' : `/${part}`}` : ''
      const order = orders.find((one) => one.id === id)
      if (name === 'POST orders') return makeOrder(body ?? {})
      if (name === 'GET orders') return listOrders(query)
      if (name === 'GET orders/:id') return order ? { status: 200, body: orderBody(order) } : UNKNOWN
      if (name === 'GET orders/:id/payments')
        return order ? list(payments.filter(({ orderId }) => orderId === id).map(paymentBody)) : UNKNOWN
      if (`${kind}/${id}/${part}` === 'settlements/recon/combined') {
        const [year, month, day] = ['year', 'month', 'day'].map((part) => (query.get(part) ?? '').padStart(2, '0'))
        if (Number(month) < 1 || Number(month) > 12) return refused(400, 'The month is not a valid month.')
        const [count, skip] = [Number(query.get('count') ?? 10), Number(query.get('skip') ?? 0)]
        const fitting = rows.filter((one) => one.day === `${year}-${month}-${day}`).map(({ row }) => row)
        return list(fitting.slice(skip, skip + count))
      }
      if (name === 'GET payments/:id') {
        const payment = payments.find((one) => one.id === id)
        return payment ? { status: 200, body: paymentBody(payment) } : UNKNOWN
      }
      if (name === 'POST payments/:id/refund') return makeRefund(id ?? '', call)
      if (name === 'GET payments/:id/refunds') return list(refunds.filter(({ paymentId }) => paymentId === id).map(refundBody))
      return refused(400, 'The requested URL was not found on the server.')
    },
    port,
  )

  const add = (orderId: string, status: PaymentAtRazorpay['status'], amount?: number): PaymentAtRazorpay => {
    const order = orders.find(({ id }) => id === orderId)
    const payment = { id: idOf('pay'), orderId, amount: amount ?? order?.amount ?? 0, status }
    payments.push(payment)
    return payment
  }
  /** What Razorpay gives back without being asked. */
  const returnOf = ({ id, amount }: PaymentAtRazorpay): RefundAtRazorpay => {
    return { id: `rfnd_${id.slice(4)}`, paymentId: id, amount, receipt: null, status: 'processed' }
  }
  /** A second success on one order is refunded by Razorpay at once. */
  const capture = (payment: PaymentAtRazorpay) => {
    const isSecond = payments.some((one) => one.orderId === payment.orderId && one.status === 'captured')
    payment.status = isSecond ? 'refunded' : 'captured'
  }
  const paymentWith = (id: string) => payments.find((one) => one.id === id) as PaymentAtRazorpay
  const ours = (refundId: string) => refunds.filter(({ receipt }) => receipt === `rf-${refundId}` || receipt?.startsWith(`rf-${refundId}-`))

  return Object.assign(settings, server, {
    keys,
    pay(vendorOrderId: string | null, { amount }: { amount?: number } = {}) {
      const payment = add(vendorOrderId ?? '', 'authorized', amount)
      const razorpay_signature = createHmac('sha256', keys.keySecret).update(`${vendorOrderId}|${payment.id}`).digest('hex')
      return { razorpay_payment_id: payment.id, razorpay_order_id: vendorOrderId ?? '', razorpay_signature }
    },
    signed: (content: object) => events.signed(content),
    fail: (vendorOrderId: string) => add(vendorOrderId, 'failed').id,
    succeed: (paymentId: string) => capture(paymentWith(paymentId)),
    decide() {
      for (const payment of payments) if (payment.status === 'authorized') capture(payment)
      for (const refund of refunds) if (refund.status === 'pending') refund.status = 'processed'
    },
    rejectRefunds() {
      for (const refund of refunds) if (refund.status === 'pending') refund.status = 'failed'
    },
    paidOut: (refundId: string) => ours(refundId).reduce((sum, one) => sum + (one.status === 'processed' ? one.amount : 0), 0),
    refundsOf: (refundId: string) => ours(refundId).length,
    eventOf(kind: string, paymentId: string, secret?: string) {
      const payment = paymentWith(paymentId)
      const order = orders.find(({ id }) => id === payment.orderId)
      return events.ofPayment(kind, payment, order, secret)
    },
    refundEventOf(kind: string, refundId: string, other?: { amount?: number }) {
      const [refund] = ours(refundId)
      if (!refund) throw new Error('there is no such refund')
      return events.ofRefund(kind, refund, paymentWith(refund.paymentId), other)
    },
    returnEventOf(paymentId: string) {
      const payment = paymentWith(paymentId)
      return events.ofReturn(returnOf(payment), payment)
    },
    disputeEventOf(kind: string, paymentId: string, other: { status?: string; deducted?: number; at?: Date } = {}) {
      const id = `disp_${paymentId.slice(4)}`
      if (other.deducted) deducted.push({ id, paymentId, amount: other.deducted })
      return events.ofDispute(kind, id, paymentWith(paymentId), other)
    },
    refundOnDashboard(vendorOrderId: string | null, amount: number) {
      const payment = payments.find((one) => one.orderId === vendorOrderId && one.status === 'captured')
      if (!payment) throw new Error('there is no such payment')
      const refund: RefundAtRazorpay = { id: idOf('rfnd'), paymentId: payment.id, amount, receipt: null, status: 'processed' }
      refunds.push(refund)
      const back = refunds.filter((one) => one.paymentId === payment.id).reduce((sum, one) => sum + one.amount, 0)
      if (back === payment.amount) payment.status = 'refunded'
      return events.ofRefund('refund.processed', refund, payment)
    },
    settle(day: string) {
      const known = new Set(rows.map(({ row }) => row.entity_id))
      const isPaid = ({ status }: PaymentAtRazorpay) => status === 'captured' || status === 'refunded'
      const isAsked = ({ id }: PaymentAtRazorpay) => refunds.some(({ paymentId }) => paymentId === id)
      // What it returns without being asked leaves with a later transfer than the one with which it came.
      const returned = payments.filter((one) => one.status === 'refunded' && known.has(one.id) && !isAsked(one)).map(returnOf)
      const settled = settlementOf(
        { id: idOf('setl'), utr: `UTR${rows.length}`, day },
        payments.filter((payment) => isPaid(payment) && !known.has(payment.id)),
        [...refunds, ...returned].filter(({ id, status }) => status === 'processed' && !known.has(id)),
        deducted.splice(0),
        settings,
      )
      rows.push(...settled.rows.map((row) => ({ day, row })))
      return settled.told
    },
    payElsewhere(amount: number) {
      const order = { id: idOf('order'), amount, receipt: 'the web shop', createdAt: Math.floor(Date.now() / 1000) }
      orders.push(order)
      const payment = add(order.id, 'authorized')
      capture(payment)
      return payment.id
    },
    copyOrder(vendorOrderId: string, id: string, receipt: string) {
      const order = orders.find((one) => one.id === vendorOrderId)
      if (order) orders.push({ ...order, id, receipt })
    },
    paymentsOf: (vendorOrderId: string | null) => payments.filter(({ orderId }) => orderId === vendorOrderId),
    books(): VendorBooks {
      const [paymentStates, refundStates] = [
        { authorized: 'pending', captured: 'paid', failed: 'failed', refunded: 'returned' } as const,
        { pending: 'pending', processed: 'paid', failed: 'failed' } as const,
      ]
      return {
        payments: payments.map(({ id, orderId, amount, status }) => ({ id, orderId, amountPaise: amount, state: paymentStates[status] })),
        refunds: refunds.map(({ receipt, paymentId, amount, status }) => ({
          ...{ id: receipt?.replace(/^rf-/, '') ?? null, orderId: paymentWith(paymentId).orderId },
          ...{ amountPaise: amount, state: refundStates[status] },
        })),
      }
    },
  })
}
