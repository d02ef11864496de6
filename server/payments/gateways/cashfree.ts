import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import type {
  CheckoutSources,
  Confirmation,
  Credentials,
  Gateway,
  GatewayOrder,
  RefundNews,
  RefundResult,
  SettledLine,
  VendorEvent,
  VendorOrder,
} from '#server/payments/gateway.ts'
import { VendorBusy } from '#server/payments/gateway.ts'
import { answerReader, askVendor, readVendorBytes, type Vendor, type VendorAnswer } from './ask-vendor.ts'
import { cashfreeDispute, disputeOfCashfree } from './cashfree-disputes.ts'
import { cashfreeLines, lineOfCashfree } from './cashfree-lines.ts'
import { checkoutSourcesOf } from './checkout-sources.ts'
import { paiseOf, rupeesOf } from './rupees.ts'
import { isSigned } from './signatures.ts'

const VERSION = '2025-01-01'
/** Minutes until Cashfree begins no more payments of an order: it accepts no fewer than 16. */
const EXPIRY_MINUTES = 17

/** The id of an order that no one opens. */
const NO_ORDER = 'a_check_of_the_keys'

/** How often a refund is made again after Cashfree has cancelled it. Then a person must look at it. */
const MOST_TRIES = 4
/** The most rows on a page of the settlement report. */
const LINES = 1000

const vendorOrder = z.object({
  order_id: z.string(),
  order_amount: z.number(),
  order_currency: z.string(),
  order_status: z.string(),
  payment_session_id: z.string().nullish(),
})
const vendorPayments = z.array(z.object({ cf_payment_id: z.string(), payment_status: z.string() }))
const vendorRefund = z.object({
  refund_id: z.string(),
  cf_refund_id: z.coerce.string().nullish(),
  refund_status: z.string(),
  refund_arn: z.coerce.string().nullish(),
})
const refundOfOrder = vendorRefund.extend({
  refund_amount: z.number(),
  order_id: z.string().nullish(),
  cf_payment_id: z.coerce.string().nullish(),
})
const refusal = z.object({ code: z.string().nullish(), message: z.string().nullish() })
const event = z.object({
  type: z.string(),
  event_time: z.string().nullish(),
  data: z.object({
    order: z.object({ order_id: z.string(), order_amount: z.number(), order_currency: z.string() }).optional(),
    payment: z.object({ cf_payment_id: z.string(), payment_status: z.string() }).optional(),
    refund: refundOfOrder.optional(),
    auto_refund: z.object({ cf_payment_id: z.string(), order_id: z.string().nullish(), refund_amount: z.number() }).optional(),
    ...cashfreeDispute,
  }),
})

/** The origins that Cashfree names, and where its script sends a form. */
const SOURCES: CheckoutSources = {
  script: ['https://sdk.cashfree.com'],
  frame: [
    'https://sdk.cashfree.com',
    'https://api.cashfree.com',
    'https://sandbox.cashfree.com',
    'https://payments.cashfree.com',
    'https://payments-test.cashfree.com',
  ],
  connect: ['https://api.cashfree.com', 'https://sandbox.cashfree.com'],
  form: ['https://api.cashfree.com', 'https://sandbox.cashfree.com', 'https://payments.cashfree.com', 'https://payments-test.cashfree.com'],
}

/**
 * Cashfree speaks decimal rupees and ISO times. Our order's id is the id of its order, and our refund's id that of its refund. So a
 * repeated write is refused and then looked up. `url` is null for the vendor's own addresses: a test key has another one than a live key.
 */
export function cashfreeGateway({ url, scriptUrl }: { url: string | null; scriptUrl: string }): Gateway {
  const vendorFor = (credentials: Credentials | null): Vendor => {
    const own = isTestKey(credentials) ? 'https://sandbox.cashfree.com' : 'https://api.cashfree.com'
    return { name: 'Cashfree', url: url ?? own }
  }
  const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, credentials: Credentials | null, body?: unknown) =>
    askVendor(vendorFor(credentials), { method, path: `/pg${path}`, body, headers: proofOf(credentials) })

  /** Until when an account must not ask for payments, by its key, in ms of this process. */
  const busyUntil = new Map<string, number>()

  /** Null if Cashfree does not have the order. */
  const fetched = async ({ vendorOrderId }: GatewayOrder, credentials: Credentials | null) => {
    if (vendorOrderId === null) return null
    const answer = await ask('GET', `/orders/${vendorOrderId}`, credentials)
    return answer.status === 404 ? null : read(vendorOrder, answer)
  }
  /** Returns `busy` if Cashfree takes no more such questions for a moment: it allows a hundred a minute. */
  const paymentsOf = async (orderId: string, credentials: Credentials | null) => {
    const account = credentials?.keyId ?? ''
    if ((busyUntil.get(account) ?? 0) > performance.now()) return 'busy'
    try {
      return read(vendorPayments, await ask('GET', `/orders/${orderId}/payments`, credentials))
    } catch (error) {
      if (!(error instanceof VendorBusy)) throw error
      busyUntil.set(account, performance.now() + error.retryAfterSeconds * SECOND)
      return 'busy'
    }
  }
  const stateOf = async (order: z.output<typeof vendorOrder>, credentials: Credentials | null): Promise<VendorOrder> => {
    const { order_status: status, order_id: id } = order
    if (status === 'TERMINATED') return { state: 'cancelled' }
    const payments = await paymentsOf(id, credentials)
    if (payments === 'busy') return status === 'PAID' ? captured(null, order) : { state: 'pending' }
    // Of two the older one counts, and Cashfree gives the other one back.
    const [paid] = payments
      .filter(({ payment_status }) => payment_status === 'SUCCESS')
      .sort(({ cf_payment_id: a }, { cf_payment_id: b }) => a.length - b.length || (a < b ? -1 : 1))
    if (status === 'PAID' && paid) return captured(paid.cf_payment_id, order)
    // A payment that began in time may still succeed after the order has expired.
    if (payments.some(({ payment_status }) => payment_status === 'PENDING')) return { state: 'pending' }
    return { state: status === 'ACTIVE' ? 'open' : status === 'EXPIRED' ? 'cancelled' : 'pending' }
  }
  const fetchOrder = async (order: GatewayOrder, credentials: Credentials | null): Promise<VendorOrder> => {
    const found = await fetched(order, credentials)
    return found ? stateOf(found, credentials) : { state: 'unknown' }
  }

  return {
    name: 'cashfree',
    confirmedBy: 'shopper',
    takesMoneyElsewhere: true,
    needsCredentials: true,
    checkoutSources: checkoutSourcesOf(scriptUrl, 'cashfree.com', SOURCES),
    async acceptsKeys(credentials) {
      const answer = await ask('GET', `/orders/${NO_ORDER}`, credentials)
      if (answer.status === 401 || answer.status === 403) return false
      // It knows us, and it has no such order.
      if (answer.status === 404) return true
      throw new Error(reasonOf(answer))
    },
    ownOrderId: null,
    async open(order, credentials) {
      const made = order.vendorOrderId === null ? await ask('POST', '/orders', credentials, orderBody(order)) : null
      const found = made === null || made.status === 409 ? await ask('GET', `/orders/${order.id}`, credentials) : made
      const { order_id, payment_session_id } = read(vendorOrder, found)
      if (!payment_session_id) throw new Error('Cashfree opened an order without a session')
      const live = !isTestKey(credentials)
      return { vendorOrderId: order_id, checkout: { gateway: 'cashfree', scriptUrl, paymentSessionId: payment_session_id, live } }
    },
    async confirm(order, _claim, credentials): Promise<Confirmation> {
      // Nothing is signed in the browser, so only the vendor's own answer counts.
      const found = order.vendorOrderId === order.id ? await fetched(order, credentials) : null
      if (!found) return { state: 'failed', reason: 'Cashfree does not know this order' }
      const told = await stateOf(found, credentials)
      if (told.state === 'cancelled') return { state: 'failed', reason: `the order is ${found.order_status}` }
      if (told.state === 'captured' && told.amountPaise !== order.amountPaise) return { ...told, state: 'other_amount' }
      return told.state === 'captured' ? { state: 'captured', vendorPaymentId: told.vendorPaymentId } : { state: 'pending' }
    },
    readClaim: null,
    fetchOrder,
    async cancel(order, credentials) {
      const answer = await ask('PATCH', `/orders/${order.vendorOrderId}`, credentials, { order_status: 'TERMINATED' })
      // A payment in flight delays the end (`TERMINATION_REQUESTED`), and a paid order is not ended.
      return answer.ok ? stateOf(read(vendorOrder, answer), credentials) : fetchOrder(order, credentials)
    },
    readWebhook(raw, headers, credentials) {
      const [signature = '', timestamp = ''] = [headers['x-webhook-signature'], headers['x-webhook-timestamp']]
      if (!isSigned(signature, 'base64', credentials?.webhookSecrets ?? [], timestamp, raw)) return 'forged'
      const id = headers['x-idempotency-key'] || createHash('sha256').update(raw).digest('hex')
      const told = event.safeParse(readVendorBytes(raw))
      return { id, isReadable: told.success, about: told.success ? aboutOf(told.data) : null }
    },
    async refund(refund, credentials) {
      let last: RefundResult = { state: 'failed', reason: 'Cashfree cancelled each try' }
      for (let n = 1; n <= MOST_TRIES; n += 1) {
        const id = tryOf(refund.id, n)
        const body = { refund_amount: rupeesOf(refund.amountPaise), refund_id: id, refund_note: 'Refund', refund_speed: 'STANDARD' }
        const made = await ask('POST', `/orders/${refund.order.vendorOrderId}/refunds`, credentials, body)
        // A refund's id is used once for ever: if it was asked before, it is there.
        const known = made.ok ? made : await ask('GET', `/orders/${refund.order.vendorOrderId}/refunds/${id}`, credentials)
        if (!known.ok) return { state: 'failed', reason: reasonOf(made) }
        last = refundState(read(vendorRefund, known))
        // A try that has failed is over at Cashfree, so the next one has an id of its own.
        if (last.state !== 'failed' || made.ok) return last
      }
      return last
    },
    async fetchRefund({ id, order }, credentials) {
      let last: RefundResult | { state: 'unknown' } = { state: 'unknown' }
      for (let n = 1; n <= MOST_TRIES; n += 1) {
        const known = await ask('GET', `/orders/${order.vendorOrderId}/refunds/${tryOf(id, n)}`, credentials)
        if (known.status === 404) return last
        last = refundState(read(vendorRefund, known))
        if (last.state !== 'failed') return last
      }
      return last
    },
    async refundsOf({ vendorOrderId }, credentials) {
      const answer = await ask('GET', `/orders/${vendorOrderId}/refunds`, credentials)
      return answer.status === 404 ? [] : read(z.array(refundOfOrder), answer).map(refundNews)
    },
    async settledOn(day, credentials) {
      const lines: SettledLine[] = []
      const filters = { start_date: `${day}T00:00:00+05:30`, end_date: `${day}T23:59:59+05:30` }
      for (let cursor: string | null = null; ; ) {
        const body = { pagination: { limit: LINES, cursor }, filters }
        const page: z.output<typeof cashfreeLines> = read(cashfreeLines, await ask('POST', '/settlement/recon', credentials, body))
        lines.push(...page.data.flatMap((row) => lineOfCashfree(row) ?? []))
        cursor = page.cursor || null
        if (cursor === null) return lines
      }
    },
  }
}

/** The id of the n-th try of a refund at Cashfree; it takes no hyphens. */
const tryOf = (refundId: string, n: number): string => (n === 1 ? refundId : `${refundId}_${n}`)

/** Our refund's id in one of these; it may also be the id of a refund that another program or a person made. */
const refundIdOf = (refundId: string): string => refundId.split('_')[0] ?? ''

const isTestKey = (credentials: Credentials | null): boolean => credentials?.keyId.startsWith('TEST') === true

const proofOf = (credentials: Credentials | null): Record<string, string> => ({
  'x-client-id': credentials?.keyId ?? '',
  'x-client-secret': credentials?.keySecret ?? '',
  'x-api-version': VERSION,
})

function orderBody({ id, amountPaise, currency, now, shopper, description }: Parameters<Gateway['open']>[0]) {
  const fits = (text: string) => text.length >= 3 && text.length <= 100
  const expiry = new Date(now.getTime() + EXPIRY_MINUTES * MINUTE)
  return {
    order_id: id,
    order_amount: rupeesOf(amountPaise),
    order_currency: currency,
    customer_details: {
      customer_id: id,
      customer_phone: shopper.mobile,
      ...(fits(shopper.name) && { customer_name: shopper.name }),
      ...(fits(shopper.email) && { customer_email: shopper.email }),
    },
    // Cashfree reads no fractions of a second.
    order_expiry_time: expiry.toISOString().replace(/\.\d+Z$/, 'Z'),
    order_note: description,
  }
}

/** The amount is that of the order: an offer or a surcharge changes only what the shopper pays to the vendor. */
const captured = (
  vendorPaymentId: string | null,
  { order_amount, order_currency }: { order_amount: number; order_currency: string },
): VendorOrder =>
  order_currency === 'INR' ? { state: 'captured', vendorPaymentId, amountPaise: paiseOf(order_amount) } : { state: 'open' }

function aboutOf({ type, event_time, data }: z.output<typeof event>): VendorEvent['about'] {
  const { order, payment, refund, auto_refund: returned } = data
  if (data.dispute) return disputeOfCashfree(data, event_time)
  if (returned) {
    const { order_id, cf_payment_id: vendorPaymentId, refund_amount } = returned
    return { vendorOrderId: order_id ?? null, returned: { vendorPaymentId, amountPaise: paiseOf(refund_amount) } }
  }
  if (type === 'REFUND_STATUS_WEBHOOK') return refund ? refundNews(refund) : null
  if (!order || !payment) return null
  if (type === 'PAYMENT_SUCCESS_WEBHOOK') {
    const isPaid = payment.payment_status === 'SUCCESS'
    return { vendorOrderId: order.order_id, order: isPaid ? captured(payment.cf_payment_id, order) : { state: 'pending' as const } }
  }
  const isFailure = type === 'PAYMENT_FAILED_WEBHOOK' || type === 'PAYMENT_USER_DROPPED_WEBHOOK'
  return isFailure ? { vendorOrderId: order.order_id, order: { state: 'open' as const } } : null
}

function refundNews(refund: z.output<typeof refundOfOrder>): RefundNews {
  const { order_id: vendorOrderId, cf_payment_id: vendorPaymentId } = refund
  const of = vendorOrderId && vendorPaymentId ? { vendorOrderId, vendorPaymentId } : null
  return { refundId: refundIdOf(refund.refund_id), refund: refundState(refund), amountPaise: paiseOf(refund.refund_amount), of }
}

function refundState({ refund_status: status, refund_id, cf_refund_id, refund_arn }: z.output<typeof vendorRefund>): RefundResult {
  const names = { vendorRefundId: cf_refund_id || refund_id, bankReference: refund_arn || null }
  if (status === 'SUCCESS') return { state: 'processed', ...names }
  if (status === 'ONHOLD') return { state: 'waiting_for_funds', reason: 'the account at Cashfree has too little money', ...names }
  if (status === 'CANCELLED' || status === 'FAILED') return { state: 'failed', reason: `Cashfree says ${status}`, ...names }
  return { state: 'pending', ...names }
}

function reasonOf({ status, body }: VendorAnswer): string {
  const { data } = refusal.safeParse(body)
  return `Cashfree answered ${status}: ${[data?.code, data?.message].filter(Boolean).join(', ') || 'no reason'}`.slice(0, 300)
}

const read = answerReader('Cashfree', reasonOf)
