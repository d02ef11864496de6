import { createHmac, randomBytes } from 'node:crypto'
import { feeOf, type PaymentAtRazorpay, type RefundAtRazorpay, settlementOf } from './razorpay-settlement.ts'
import { openVendorServer, type VendorBooks, type VendorCall, type VendorReply, type VendorServer } from './vendor-server.ts'

export interface SignedEvent {
  raw: Uint8Array
  headers: Record<string, string>
}

interface OrderAtRazorpay {
  id: string
  amount: number
  receipt: string
  createdAt: number
}

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
  repeats: 'another' | 'refused'
  /** The account has no money for refunds. */
  isPoor: boolean
  /** Shoppers pay the vendor's fee on top of the order. */
  isFeeOnTop: boolean
}

const idOf = (kind: string) => `${kind}_${randomBytes(11).toString('base64url').replace(/[-_]/g, 'A').slice(0, 14)}`
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
const arnOf = (id: string) => `74332741${id.slice(-8)}`
const UNKNOWN = refused(400, 'The id provided does not exist')

/** Speaks the wire format of Razorpay: its paths, its error bodies, its signatures and its oddities. */
export async function openRazorpay(port = 0): Promise<Razorpay> {
  const keys = { keyId: 'rzp_test_4f8xEXAMPLE', keySecret: 'secret of the key', webhookSecret: 'secret of the webhook' }
  const orders: OrderAtRazorpay[] = []
  const payments: PaymentAtRazorpay[] = []
  const refunds: RefundAtRazorpay[] = []
  const rows: { day: string; row: { entity_id: string } }[] = []
  const deducted: { id: string; paymentId: string; amount: number }[] = []
  const settings = { repeats: 'another' as Razorpay['repeats'], isPoor: false, isFeeOnTop: false }

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
    acquirer_data: { arn: status === 'processed' ? arnOf(id) : null },
    ...{ batch_id: null, status, speed_requested: 'normal', speed_processed: 'normal' },
  })

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
    if (settings.repeats === 'refused' && orders.some((one) => one.receipt === receipt))
      return refused(400, 'Order receipt should be unique.')
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
    const refund: RefundAtRazorpay = { id: idOf('rfnd'), paymentId, amount, receipt: receipt ?? null, status: 'pending' }
    refunds.push(refund)
    return { status: 200, body: refundBody(refund) }
  }

  function listOrders(query: URLSearchParams): VendorReply {
    const number = (name: string, usual: number) => Number(query.get(name) ?? usual)
    const [from, to, count, skip] = [number('from', 0), number('to', 4_765_046_400), number('count', 10), number('skip', 0)]
    if (query.has('from') && from < 946_684_800) return refused(400, 'from must be between 946684800 and 4765046400')
    if (count < 1 || count > 100) return refused(400, 'The count must be at least 1.')
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
  const signed = (content: object, secret = keys.webhookSecret): SignedEvent => {
    const raw = Buffer.from(
      JSON.stringify({ entity: 'event', account_id: 'acc_EXAMPLE', created_at: Math.floor(Date.now() / 1000), ...content }),
    )
    const signature = createHmac('sha256', secret).update(raw).digest('hex')
    return { raw, headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': idOf('evt') } }
  }
  const paymentWith = (id: string) => payments.find((one) => one.id === id) as PaymentAtRazorpay
  const refundEvent = (kind: string, refund: RefundAtRazorpay, other: { amount?: number } = {}): SignedEvent => {
    const payload = {
      refund: { entity: { ...refundBody(refund), ...other } },
      payment: { entity: paymentBody(paymentWith(refund.paymentId)) },
    }
    return signed({ event: kind, contains: Object.keys(payload), payload })
  }
  const ours = (refundId: string) => refunds.filter(({ receipt }) => receipt === `rf-${refundId}` || receipt?.startsWith(`rf-${refundId}-`))

  return Object.assign(settings, server, {
    keys,
    pay(vendorOrderId: string | null, { amount }: { amount?: number } = {}) {
      const payment = add(vendorOrderId ?? '', 'authorized', amount)
      const razorpay_signature = createHmac('sha256', keys.keySecret).update(`${vendorOrderId}|${payment.id}`).digest('hex')
      return { razorpay_payment_id: payment.id, razorpay_order_id: vendorOrderId ?? '', razorpay_signature }
    },
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
      // An event is a snapshot: a payment that was given back since was captured then.
      const was =
        kind === 'payment.failed' ? 'failed' : kind === 'payment.authorized' || payment.status === 'authorized' ? 'authorized' : 'captured'
      const entity = paymentBody({ ...payment, status: payment.status === 'failed' ? 'failed' : was })
      const order = orders.find(({ id }) => id === payment.orderId)
      const payload = { payment: { entity }, ...(kind === 'order.paid' && order ? { order: { entity: orderBody(order) } } : {}) }
      return signed({ event: kind, contains: Object.keys(payload), payload }, secret)
    },
    refundEventOf(kind: string, refundId: string, other: { amount?: number } = {}) {
      const [refund] = ours(refundId)
      if (!refund) throw new Error('there is no such refund')
      return refundEvent(kind, refund, other)
    },
    refundOnDashboard(vendorOrderId: string | null, amount: number) {
      const payment = payments.find((one) => one.orderId === vendorOrderId && one.status === 'captured')
      if (!payment) throw new Error('there is no such payment')
      const refund: RefundAtRazorpay = { id: idOf('rfnd'), paymentId: payment.id, amount, receipt: null, status: 'processed' }
      refunds.push(refund)
      const back = refunds.filter((one) => one.paymentId === payment.id).reduce((sum, one) => sum + one.amount, 0)
      if (back === payment.amount) payment.status = 'refunded'
      return refundEvent('refund.processed', refund)
    },
    returnEventOf(paymentId: string) {
      const payment = paymentWith(paymentId)
      const payload = {
        refund: { entity: refundBody(returnOf(payment)) },
        payment: { entity: { ...paymentBody(payment), captured: false } },
      }
      return signed({ event: 'refund.processed', contains: Object.keys(payload), payload })
    },
    disputeEventOf(kind: string, paymentId: string, other: { status?: string; deducted?: number; at?: Date } = {}) {
      const { amount, ...payment } = paymentWith(paymentId)
      const at = Math.floor((other.at ?? new Date()).getTime() / 1000)
      const dispute = {
        ...{ id: `disp_${paymentId.slice(4)}`, entity: 'dispute', payment_id: paymentId, amount, currency: 'INR' },
        ...{ amount_deducted: other.deducted ?? 0, reason_code: 'goods_or_services_not_received', phase: 'chargeback' },
        ...{ respond_by: at + 7 * 86_400, status: other.status ?? 'open', created_at: at, evidence: { amount, submitted_at: null } },
      }
      if (other.deducted) deducted.push({ id: dispute.id, paymentId, amount: other.deducted })
      // The order is not always named.
      const payload = { dispute: { entity: dispute }, payment: { entity: { ...paymentBody({ ...payment, amount }), order_id: null } } }
      return signed({ event: `payment.dispute.${kind}`, contains: Object.keys(payload), payload, created_at: at })
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
