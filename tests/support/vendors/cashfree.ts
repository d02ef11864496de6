import { createHmac, randomInt } from 'node:crypto'
import type { SignedEvent } from './razorpay-events.ts'
import { openVendorServer, type VendorBooks, type VendorReply, type VendorServer } from './vendor-server.ts'

interface OrderAtCashfree {
  id: string
  amount: number
  status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'TERMINATED' | 'TERMINATION_REQUESTED'
  session: string
}
interface PaymentAtCashfree {
  id: number
  orderId: string
  status: 'SUCCESS' | 'PENDING' | 'FAILED'
}
interface RefundAtCashfree {
  id: string
  orderId: string
  amount: number
  status: 'PENDING' | 'SUCCESS' | 'ONHOLD' | 'CANCELLED'
}

/** Cashfree on this machine, with one account. */
export interface Cashfree extends VendorServer {
  keys: { keyId: string; keySecret: string }
  /** The bank holds the money until `decide`. The browser gets nothing that is signed. */
  pay(orderId: string | null): Record<string, never>
  decide(): void
  /** The order may still become paid. */
  expire(orderId: string): void
  /** Transfers all successful payments that were not transferred, on this day; nested rows as in the newest version, or flat ones. */
  settle(day: string, how?: { flat?: boolean }): { utr: string; net: number; fees: number; tax: number }
  copyOrder(orderId: string, id: string): void
  statusOf(orderId: string): OrderAtCashfree['status'] | undefined
  /** The banks refuse all pending refunds. */
  rejectRefunds(): void
  /** How much was paid out for a refund, in rupees times a hundred. */
  paidOut(refundId: string): number
  /**
   * An event about an order, or about one refund of it, signed with the secret. `asNumber`: the older version writes the payment's id as a
   * number.
   */
  eventOf(type: string, orderId: string | null, how?: { secret?: string; asNumber?: boolean; refundId?: string }): SignedEvent
  books(): VendorBooks
  /** About the newest payment of a paid order, which Cashfree has given back without being asked. */
  returnEventOf(orderId: string, how?: { namesOrder: boolean }): SignedEvent
  /** `status` is like `CHARGEBACK_CREATED`; `at` is when the event is told. */
  disputeEventOf(orderId: string, status: string, at?: Date): SignedEvent
  /** Someone refunds a part of a paid order on the vendor's own pages (in paise): it is paid out at once. Returns its event. */
  refundOnDashboard(orderId: string, amountPaise: number): SignedEvent
  /** The account has no money for refunds. */
  isPoor: boolean
}

const refused = (status: number, code: string, message: string): VendorReply => ({
  status,
  body: { message, code, type: status === 401 ? 'authentication_error' : 'invalid_request_error' },
})
const isAmount = (amount: unknown): amount is number =>
  typeof amount === 'number' && amount >= 1 && /^\d+(\.\d{1,2})?$/.test(String(amount))

/** Speaks the wire format of Cashfree: decimal rupees, bare lists, its error codes and its signatures. */
export async function openCashfree(port = 0): Promise<Cashfree> {
  const keys = { keyId: 'TEST10EXAMPLE', keySecret: 'cfsk_ma_test_example' }
  const orders = new Map<string, OrderAtCashfree>()
  const payments: PaymentAtCashfree[] = []
  const refunds = new Map<string, RefundAtCashfree>()
  const rows: { id: number | string; day: string; row: object }[] = []
  const settings = { isPoor: false }
  // A later payment has a larger number.
  let nextPayment = randomInt(1_000_000_000)

  const orderBody = ({ id, amount, status, session }: OrderAtCashfree) => ({
    ...{ cf_order_id: '2149460581', order_id: id, entity: 'order', order_amount: amount, order_currency: 'INR', order_status: status },
    ...{ payment_session_id: session, order_note: null, order_tags: null },
  })
  const refundBody = ({ id, orderId, amount, status }: RefundAtCashfree) => ({
    ...{
      cf_payment_id: payments.find((one) => one.orderId === orderId)?.id,
      cf_refund_id: `cf${id}`,
      order_id: orderId,
      refund_id: id,
      entity: 'refund',
    },
    ...{
      refund_amount: amount,
      refund_currency: 'INR',
      refund_status: status,
      refund_arn: status === 'SUCCESS' ? `74332741${id.slice(-8)}` : null,
      refund_type: 'MERCHANT_INITIATED',
    },
  })
  const paymentBody = ({ id, orderId, status }: PaymentAtCashfree) => ({
    ...{ cf_payment_id: String(id), order_id: orderId, entity: 'payment', is_captured: status === 'SUCCESS', payment_status: status },
    ...{ order_amount: orders.get(orderId)?.amount, payment_amount: orders.get(orderId)?.amount, bank_reference: 'NA', auth_id: 'null' },
  })

  function makeOrder(body: Record<string, unknown>): VendorReply {
    const { order_id, order_amount, order_currency, customer_details, order_expiry_time } = body
    if (typeof order_id !== 'string' || !/^[A-Za-z0-9_-]{3,45}$/.test(order_id))
      return refused(400, 'order_id_invalid', 'order_id is invalid')
    if (!isAmount(order_amount)) return refused(400, 'order_amount_invalid', 'order_amount is invalid')
    if (order_currency !== 'INR') return refused(400, 'order_currency_invalid', 'order_currency is invalid')
    const { customer_id = '', customer_phone = '' } = (customer_details ?? {}) as Record<string, string>
    if (!/^[A-Za-z0-9]{3,50}$/.test(customer_id)) return refused(400, 'customer_id_invalid', 'customer_id is invalid')
    if (!/^\d{10}$/.test(customer_phone)) return refused(400, 'customer_phone_invalid', 'customer_phone is invalid')
    // Their clock is that of this machine; a test's clock is ahead of it.
    const expiry = Date.parse(String(order_expiry_time))
    if (/\.\d/.test(String(order_expiry_time)) || expiry - Date.now() <= 15 * 60_000)
      return refused(400, 'order_expiry_time_invalid', 'Expiry time should be more than 15 min and less than 30 days')
    if (orders.has(order_id)) return refused(409, 'order_already_exists', 'order with same id is already present')
    const order: OrderAtCashfree = { id: order_id, amount: order_amount, status: 'ACTIVE', session: `session_${order_id}` }
    orders.set(order_id, order)
    return { status: 200, body: orderBody(order) }
  }

  function makeRefund(order: OrderAtCashfree, body: Record<string, unknown>): VendorReply {
    const { refund_id, refund_amount, refund_speed } = body
    if (typeof refund_id !== 'string' || !/^[A-Za-z0-9_]{3,40}$/.test(refund_id))
      return refused(400, 'refund_id_invalid', 'refund_id is invalid')
    if (refunds.has(refund_id)) return refused(400, 'refund_id_invalid', 'Duplicate Merchant Refund Id')
    if (order.status !== 'PAID') return refused(400, 'order_id_not_paid', 'Order is not paid')
    const before = [...refunds.values()].filter((one) => one.orderId === order.id && one.status !== 'CANCELLED')
    if (!isAmount(refund_amount) || before.reduce((sum, one) => sum + one.amount, refund_amount) > order.amount)
      return refused(400, 'refund_post_failed', 'Total amount of Refunds cannot be greater than the transaction amount.')
    if (refund_speed !== 'STANDARD') return refused(400, 'refund_speed_invalid', 'refund_speed is invalid')
    const refund: RefundAtCashfree = {
      id: refund_id,
      orderId: order.id,
      amount: refund_amount,
      status: settings.isPoor ? 'ONHOLD' : 'PENDING',
    }
    refunds.set(refund_id, refund)
    return { status: 200, body: refundBody(refund) }
  }

  function terminate(order: OrderAtCashfree): VendorReply {
    if (order.status === 'PAID') return refused(400, 'order_already_paid', 'Order is already paid')
    const isInFlight = payments.some(({ orderId, status }) => orderId === order.id && status === 'PENDING')
    order.status = isInFlight ? 'TERMINATION_REQUESTED' : 'TERMINATED'
    return { status: 200, body: orderBody(order) }
  }

  const server = await openVendorServer(
    { ...refused(429, 'rate_limit_error', 'too many requests'), headers: { 'x-ratelimit-limit': '200', 'x-ratelimit-retry': '7' } },
    ({ method, path, headers, body }) => {
      if (headers['x-client-id'] !== keys.keyId || headers['x-client-secret'] !== keys.keySecret)
        return refused(401, 'request_failed', 'authentication Failed')
      if (!/^\d{4}-\d\d-\d\d$/.test(String(headers['x-api-version']))) return refused(400, 'request_failed', 'version is missing')
      const [, pg, kind, id, part, refundId] = path.split('/')
      if (pg === 'pg' && kind === 'settlement' && id === 'recon') {
        const { pagination, filters } = body as { pagination: { limit: number; cursor: string | null }; filters: { start_date: string } }
        // Small pages, so that the cursor is used.
        const [from, many] = [Number(pagination.cursor ?? 0), Math.min(2, pagination.limit)]
        const fitting = rows.filter(({ day }) => filters.start_date.startsWith(day)).map(({ row }) => row)
        const cursor = from + many < fitting.length ? String(from + many) : null
        return { status: 200, body: { cursor, limit: many, data: fitting.slice(from, from + many) } }
      }
      if (pg !== 'pg' || kind !== 'orders') return refused(404, 'not_found', 'not found')
      if (id === undefined) return method === 'POST' ? makeOrder(body ?? {}) : refused(404, 'not_found', 'not found')
      const order = orders.get(id)
      if (!order) return refused(404, 'order_get_not_found', 'order not found')
      if (method === 'PATCH' && body?.order_status === 'TERMINATED') return terminate(order)
      if (method === 'POST' && part === 'refunds') return makeRefund(order, body ?? {})
      if (part === undefined) return { status: 200, body: orderBody(order) }
      if (part === 'payments') return { status: 200, body: payments.filter(({ orderId }) => orderId === id).map(paymentBody) }
      if (method === 'GET' && part === 'refunds' && refundId === undefined)
        return { status: 200, body: [...refunds.values()].filter((one) => one.orderId === id).map(refundBody) }
      const refund = refunds.get(refundId ?? '')
      return refund ? { status: 200, body: refundBody(refund) } : refused(404, 'refund_get_not_found', 'refund not found')
    },
    port,
  )

  const signed = (type: string, data: object, key: string, secret = keys.keySecret, at = new Date()): SignedEvent => {
    // Their amounts have two decimals: a body that is written again has another signature.
    const raw = Buffer.from(
      JSON.stringify({ data, event_time: at.toISOString(), type }).replace(/("\w+_amount":\d+(?:\.\d)?)(?=[,}])/g, (_, amount: string) =>
        amount.includes('.') ? `${amount}0` : `${amount}.00`,
      ),
    )
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', secret).update(timestamp).update(raw).digest('base64')
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp }
    return { raw, headers: { ...headers, 'x-webhook-version': '2025-01-01', 'x-idempotency-key': key } }
  }

  return Object.assign(settings, server, {
    keys,
    pay(orderId: string | null): Record<string, never> {
      const order = orders.get(orderId ?? '')
      if (order && order.status !== 'TERMINATED') payments.push({ id: nextPayment++, orderId: order.id, status: 'PENDING' })
      return {}
    },
    decide() {
      for (const payment of payments) {
        const order = orders.get(payment.orderId)
        if (payment.status !== 'PENDING' || !order) continue
        payment.status = 'SUCCESS'
        order.status = 'PAID'
      }
      const isPaid = ({ status }: RefundAtCashfree) => status === 'PENDING' || (status === 'ONHOLD' && !settings.isPoor)
      for (const refund of refunds.values()) if (isPaid(refund)) refund.status = 'SUCCESS'
    },
    expire(orderId: string) {
      const order = orders.get(orderId)
      if (order) order.status = 'EXPIRED'
    },
    settle(day: string, { flat = false }: { flat?: boolean } = {}) {
      const [settlement, utr, rupees] = [
        String(rows.length + 1000),
        `CFUTR${rows.length}`,
        (paise: number) => Number((paise / 100).toFixed(2)),
      ]
      const time = `${day}T11:30:00+05:30`
      const transfer = { cf_settlement_id: settlement, utr, settlement_date: time }
      const known = new Set(rows.map(({ id }) => id))
      const totals = { utr, net: 0, fees: 0, tax: 0 }
      for (const { id, orderId } of payments.filter((one) => one.status === 'SUCCESS' && !known.has(one.id))) {
        const paise = Math.round((orders.get(orderId)?.amount ?? 0) * 100)
        const fee = Math.round(paise * 0.0175)
        const tax = Math.round(fee * 0.18)
        Object.assign(totals, { net: totals.net + paise - fee - tax, fees: totals.fees + fee, tax: totals.tax + tax })
        const event = {
          ...{ event_id: String(id), event_type: 'PAYMENT', event_time: time, event_amount: rupees(paise), sale_type: 'CREDIT' },
          ...{ event_settlement_amount: rupees(paise - fee - tax), event_service_charge: rupees(fee), event_service_tax: rupees(tax) },
        }
        const order = { order_id: orderId }
        const [nested, plain] = [
          { event_details: event, order_details: order, payment_details: { cf_payment_id: id }, settlement_details: transfer },
          { ...event, ...order, ...transfer, cf_payment_id: id },
        ]
        rows.push({ id, day, row: flat ? plain : nested })
      }
      for (const refund of refunds.values()) {
        if (refund.status !== 'SUCCESS' || known.has(refund.id)) continue
        totals.net -= Math.round(refund.amount * 100)
        const { cf_payment_id, order_id, refund_id } = refundBody(refund)
        const money = { event_amount: refund.amount, event_settlement_amount: refund.amount, sale_type: 'DEBIT' }
        const event = { event_id: refund.id, event_type: 'REFUND', event_time: time, ...money }
        rows.push({ id: refund.id, day, row: { ...event, ...transfer, cf_payment_id, order_id, refund_id } })
      }
      return totals
    },
    copyOrder(orderId: string, id: string) {
      const order = orders.get(orderId)
      if (order) orders.set(id, { ...order, id })
    },
    statusOf: (orderId: string) => orders.get(orderId)?.status,
    books(): VendorBooks {
      const paise = (rupees = 0) => Math.round(rupees * 100)
      const [paymentStates, refundStates] = [
        { PENDING: 'pending', SUCCESS: 'paid', FAILED: 'failed' } as const,
        { PENDING: 'pending', ONHOLD: 'pending', SUCCESS: 'paid', CANCELLED: 'failed' } as const,
      ]
      return {
        payments: payments.map(({ id, orderId, status }) => ({
          ...{ id: String(id), orderId, amountPaise: paise(orders.get(orderId)?.amount), state: paymentStates[status] },
        })),
        refunds: [...refunds.values()].map(({ id, orderId, amount, status }) => ({
          ...{ id, orderId, amountPaise: paise(amount), state: refundStates[status] },
        })),
      }
    },
    rejectRefunds() {
      for (const refund of refunds.values()) if (refund.status === 'PENDING') refund.status = 'CANCELLED'
    },
    paidOut(refundId: string) {
      const ours = [...refunds.values()].filter(({ id, status }) => id.split('_')[0] === refundId && status === 'SUCCESS')
      return ours.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    },
    eventOf(
      type: string,
      orderId: string | null,
      { secret = keys.keySecret, asNumber = false, refundId }: { secret?: string; asNumber?: boolean; refundId?: string } = {},
    ) {
      const order = orders.get(orderId ?? '')
      const payment = payments.find((one) => one.orderId === orderId)
      const refund = [...refunds.values()].find((one) => one.orderId === orderId && (refundId === undefined || one.id === refundId))
      const data = type.startsWith('REFUND')
        ? { refund: refund && refundBody(refund) }
        : {
            order: { order_id: orderId, order_amount: order?.amount, order_currency: 'INR', order_tags: null },
            payment: payment && { ...paymentBody(payment), payment_currency: 'INR', ...(asNumber && { cf_payment_id: payment.id }) },
            customer_details: { customer_phone: '9000000000' },
          }
      return signed(type, data, [type, orderId, payment?.status, refundId].filter(Boolean).join('_'), secret)
    },
    returnEventOf(orderId: string, { namesOrder } = { namesOrder: true }) {
      const [payment] = payments.filter((one) => one.orderId === orderId && one.status === 'SUCCESS').reverse()
      const data = {
        auto_refund: {
          ...{ event: 'AUTO-REFUND', cf_refund_id: 'refund_auto', cf_payment_id: payment?.id, ...(namesOrder && { order_id: orderId }) },
          ...{
            refund_amount: orders.get(orderId)?.amount,
            refund_type: 'PAYMENT_AUTO_REFUND',
            refund_status: 'SUCCESS',
            processed_at: null,
          },
        },
      }
      return signed('AUTO_REFUND_STATUS_WEBHOOK', data, `auto_${payment?.id}`)
    },
    disputeEventOf(orderId: string, status: string, at = new Date()) {
      const order = orders.get(orderId)
      const payment = payments.find((one) => one.orderId === orderId)
      const data = {
        dispute: {
          ...{ dispute_id: payment?.id, dispute_type: status.split('_')[0], reason_code: '4855', reason_description: 'not provided' },
          ...{ dispute_amount: order?.amount, created_at: '2026-11-20T10:00:00+05:30', updated_at: at.toISOString() },
          ...{ respond_by: '2030-11-28T00:00:00+05:30', dispute_status: status },
        },
        order_details: { order_id: orderId, order_amount: order?.amount, order_currency: 'INR', cf_payment_id: payment?.id },
      }
      return signed('DISPUTE_UPDATED', data, `${status}_${orderId}`, keys.keySecret, at)
    },
    refundOnDashboard(orderId: string, amountPaise: number) {
      const id = `refund${randomInt(1_000_000_000)}`
      refunds.set(id, { id, orderId, amount: amountPaise / 100, status: 'SUCCESS' })
      return this.eventOf('REFUND_STATUS_WEBHOOK', orderId, { refundId: id })
    },
  })
}
