import { createHash } from 'node:crypto'
import { z } from 'zod'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import type {
  CheckoutSources,
  Confirmation,
  Credentials,
  Gateway,
  GatewayOrder,
  Refund,
  SettledLine,
  VendorEvent,
  VendorOrder,
} from '#server/payments/gateway.ts'
import { answerReader, askVendor, readVendorBytes, type Vendor, type VendorAnswer } from './ask-vendor.ts'
import { checkoutSourcesOf } from './checkout-sources.ts'
import { disputeOfRazorpay, razorpayDispute } from './razorpay-disputes.ts'
import { lineOfRazorpay, razorpayLine } from './razorpay-lines.ts'
import { REFUSED_BY_BANK, razorpayRefund, refundIdOf, refundKey, refundNews, refundState } from './razorpay-refunds.ts'
import { isSigned } from './signatures.ts'

/** The shortest that Razorpay accepts. */
const LEAST_CAPTURE_MINUTES = 12
/** The most refunds on a page of a list. */
const PAGE = 100
/** The most rows on a page of the settlement report. */
const LINES = 1000

const vendorOrder = z.object({
  id: z.string(),
  amount: z.number(),
  receipt: z.string().nullish(),
  status: z.string(),
  created_at: z.number(),
})
type RazorpayOrder = z.output<typeof vendorOrder>
const vendorPayment = z.object({
  id: z.string(),
  amount: z.number(),
  /** It has its tax in it. */
  fee: z.number().nullish(),
  fee_bearer: z.string().nullish(),
  currency: z.string(),
  status: z.string(),
  order_id: z.string().nullish(),
  captured: z.boolean().nullish(),
})
const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })
const refusal = z.object({ error: z.object({ code: z.string(), description: z.string().nullish(), reason: z.string().nullish() }) })
const entityOf = <T extends z.ZodType>(entity: T) => z.object({ entity }).optional()
const event = z.object({
  event: z.string(),
  created_at: z.number().optional(),
  payload: z.object({
    payment: entityOf(vendorPayment),
    refund: entityOf(razorpayRefund),
    dispute: entityOf(razorpayDispute),
  }),
})
const claimed = z.object({ razorpay_payment_id: z.string(), razorpay_order_id: z.string(), razorpay_signature: z.string() })

/** Razorpay publishes no list: these are the origins that its integrators report. */
const SOURCES: CheckoutSources = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com', 'https://lumberjack-cx.razorpay.com'],
  form: ['https://api.razorpay.com'],
}

/** Razorpay speaks paise and unix seconds. Our order's id is the `receipt` of its order; our refund's id that of its refund. */
export function razorpayGateway({ url, scriptUrl }: { url: string; scriptUrl: string }): Gateway {
  const vendor: Vendor = { name: 'Razorpay', url }
  const ask = (
    method: 'GET' | 'POST',
    path: string,
    credentials: Credentials | null,
    more: { body?: unknown; headers?: Record<string, string> } = {},
  ) => askVendor(vendor, { method, path: `/v1${path}`, body: more.body, headers: { ...proofOf(credentials), ...more.headers } })

  const orderOf = async (receipt: string, credentials: Credentials | null): Promise<RazorpayOrder | undefined> => {
    const found = read(listOf(vendorOrder), await ask('GET', `/orders?receipt=${encodeURIComponent(receipt)}`, credentials))
    // Of two orders with one receipt the older one is ours: only its id was ever stored.
    return found.items.filter((one) => one.receipt === receipt).sort((a, b) => a.created_at - b.created_at)[0]
  }
  const makeOrder = async (
    { id, amountPaise, currency, now, expiresAt }: Parameters<Gateway['open']>[0],
    credentials: Credentials | null,
  ) => {
    const minutes = Math.max(LEAST_CAPTURE_MINUTES, Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE))
    const options = { automatic_expiry_period: minutes, manual_expiry_period: minutes, refund_speed: 'normal' }
    const body = { amount: amountPaise, currency, receipt: id, payment: { capture: 'automatic', capture_options: options } }
    const answer = await ask('POST', '/orders', credentials, { body })
    // A call that was lost may have made the order: then Razorpay may refuse a second one with its receipt.
    const made = answer.status === 400 ? ((await orderOf(id, credentials)) ?? read(vendorOrder, answer)) : read(vendorOrder, answer)
    // From now on, the vendor's id alone says whose order it is: `paidBy` relies on it.
    if (made.receipt !== id) throw new Error('Razorpay opened an order with another receipt')
    return made
  }
  /** Asks for the order and its payments at the same time, since a shopper waits; null if Razorpay does not have the order. */
  const fetched = async ({ vendorOrderId }: GatewayOrder, credentials: Credentials | null) => {
    if (vendorOrderId === null) return null
    const path = `/orders/${vendorOrderId}`
    const [order, payments] = await Promise.all([ask('GET', path, credentials), ask('GET', `${path}/payments`, credentials)])
    if (isUnknown(order)) return null
    return { receipt: read(vendorOrder, order).receipt, told: stateOf(read(listOf(vendorPayment), payments).items) }
  }
  /** Null unless the payment is captured and Razorpay says that it is of this order: the order and all its payments tell more then. */
  const paidBy = async (vendorPaymentId: string, { vendorOrderId }: GatewayOrder, credentials: Credentials | null) => {
    const answer = await ask('GET', `/payments/${encodeURIComponent(vendorPaymentId)}`, credentials)
    if (isUnknown(answer)) return null
    const payment = read(vendorPayment, answer)
    const told = stateOf([payment])
    return payment.order_id === vendorOrderId && told.state === 'captured' && told.vendorPaymentId === vendorPaymentId ? told : null
  }
  const refundsOfPayment = async ({ vendorPaymentId }: GatewayOrder, credentials: Credentials | null) => {
    const answer = await ask('GET', `/payments/${vendorPaymentId}/refunds?count=${PAGE}`, credentials)
    return isUnknown(answer) ? [] : read(listOf(razorpayRefund), answer).items
  }
  /** `last` is our try that has not failed, if there is one. */
  const triesOf = async ({ id, order }: Refund, credentials: Credentials | null) => {
    const tries = (await refundsOfPayment(order, credentials)).filter(({ receipt }) => refundIdOf(receipt) === id)
    return { last: tries.find(({ status }) => status !== 'failed'), failures: tries.filter(({ status }) => status === 'failed').length }
  }

  return {
    name: 'razorpay',
    confirmedBy: 'shopper',
    takesMoneyElsewhere: true,
    needsCredentials: true,
    checkoutSources: checkoutSourcesOf(scriptUrl, 'razorpay.com', SOURCES),
    async acceptsKeys(credentials) {
      const answer = await ask('GET', '/orders?count=1', credentials)
      // Its pages name both statuses for wrong keys.
      if (answer.status === 400 || answer.status === 401) return false
      read(listOf(vendorOrder), answer)
      return true
    },
    ownOrderId: null,
    async open(order, credentials) {
      const known = order.isFirstTry || order.vendorOrderId !== null ? undefined : await orderOf(order.id, credentials)
      const vendorOrderId = order.vendorOrderId ?? (known ?? (await makeOrder(order, credentials))).id
      const { amountPaise, currency, seller, description, shopper, now, expiresAt } = order
      return {
        vendorOrderId,
        checkout: {
          gateway: 'razorpay',
          ...{ scriptUrl, keyId: credentials?.keyId ?? '', orderId: vendorOrderId, amountPaise, currency, name: seller, description },
          prefill: { name: shopper.name, email: shopper.email, contact: `+91${shopper.mobile}` },
          timeoutSeconds: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / SECOND)),
        },
      }
    },
    async confirm(order, claim, credentials): Promise<Confirmation> {
      const claimed = readClaim(order, claim, credentials)
      if (claimed === 'forged') return { state: 'forged' }
      // A shopper waits for it, and one question is enough for most.
      const paid = claimed && (await paidBy(claimed.vendorPaymentId, order, credentials))
      const found = paid ? { receipt: order.id, told: paid } : await fetched(order, credentials)
      if (!found || found.receipt !== order.id) return { state: 'failed', reason: 'Razorpay does not know this order' }
      const { told } = found
      if (told.state !== 'captured') return { state: 'pending' }
      if (told.amountPaise !== order.amountPaise) return { ...told, state: 'other_amount' }
      return { state: 'captured', vendorPaymentId: told.vendorPaymentId }
    },
    readClaim,
    async fetchOrder({ vendorOrderId }, credentials) {
      if (vendorOrderId === null) return { state: 'unknown' }
      const answer = await ask('GET', `/orders/${vendorOrderId}/payments`, credentials)
      return isUnknown(answer) ? { state: 'unknown' } : stateOf(read(listOf(vendorPayment), answer).items)
    },
    // Razorpay keeps an order open for ever.
    cancel: null,
    readWebhook(raw, headers, credentials) {
      if (!isSigned(headers['x-razorpay-signature'] ?? '', 'hex', credentials?.webhookSecrets ?? [], raw)) return 'forged'
      const id = headers['x-razorpay-event-id'] || createHash('sha256').update(raw).digest('hex')
      const told = event.safeParse(readVendorBytes(raw))
      return { id, isReadable: told.success, about: told.success ? aboutOf(told.data) : null }
    },
    async refund(refund, credentials) {
      const { order, amountPaise } = refund
      if (order.vendorPaymentId === null) return { state: 'failed', reason: 'the order has no payment' }
      const known = await triesOf(refund, credentials)
      if (known.last) return refundState(known.last)
      // A refund that has failed is over at Razorpay, so the next try has a key of its own.
      const key = refundKey(refund.id, known.failures)
      const answer = await ask('POST', `/payments/${order.vendorPaymentId}/refund`, credentials, {
        body: { amount: amountPaise, speed: 'normal', receipt: key },
        headers: { 'x-refund-idempotency': key },
      })
      if (answer.ok) return refundState(read(razorpayRefund, answer))
      // Another call with this key is running, or one had another body: the list of refunds tells.
      const since = await triesOf(refund, credentials)
      if (since.last) return refundState(since.last)
      if (answer.status === 409) return { state: 'pending' }
      const reason = reasonOf(answer)
      // Razorpay says the second one, too, if the balance is too low.
      return /balance|invalid request sent/i.test(reason) ? { state: 'waiting_for_funds', reason } : { state: 'failed', reason }
    },
    async fetchRefund(refund, credentials) {
      if (refund.order.vendorPaymentId === null) return { state: 'unknown' }
      const { last, failures } = await triesOf(refund, credentials)
      if (last) return refundState(last)
      return failures > 0 ? REFUSED_BY_BANK : { state: 'unknown' }
    },
    async refundsOf(order, credentials) {
      if (order.vendorPaymentId === null) return []
      return (await refundsOfPayment(order, credentials)).map((refund) => refundNews(refund, order.vendorOrderId, order.vendorPaymentId))
    },
    async settledOn(date, credentials) {
      const [year, month, day] = date.split('-').map(Number)
      const lines: SettledLine[] = []
      for (let skip = 0; ; skip += LINES) {
        const path = `/settlements/recon/combined?year=${year}&month=${month}&day=${day}&count=${LINES}&skip=${skip}`
        const { items } = read(listOf(razorpayLine), await ask('GET', path, credentials))
        lines.push(...items.flatMap((row) => lineOfRazorpay(row) ?? []))
        if (items.length < LINES) return lines
      }
    },
  }
}

const proofOf = (credentials: Credentials | null): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${credentials?.keyId}:${credentials?.keySecret}`).toString('base64')}`,
})

/** The order's id comes from our row, never from the claim. */
function readClaim({ vendorOrderId }: GatewayOrder, claim: Readonly<Record<string, unknown>>, credentials: Credentials | null) {
  if (!Object.keys(claim).some((key) => key.startsWith('razorpay_'))) return null
  const read = claimed.safeParse(claim)
  if (!read.success || vendorOrderId === null) return 'forged'
  const { razorpay_payment_id: vendorPaymentId, razorpay_signature } = read.data
  const isGenuine = isSigned(razorpay_signature, 'hex', [credentials?.keySecret ?? ''], `${vendorOrderId}|${vendorPaymentId}`)
  return isGenuine ? { vendorPaymentId } : 'forged'
}

/** An account can let its customers bear the fee: then the shopper pays it on top, and the mall gets what the order says. */
const forOrder = ({ amount, fee, fee_bearer }: z.output<typeof vendorPayment>): number =>
  fee_bearer === 'customer' ? amount - (fee ?? 0) : amount

/** Money that has been refunded is not there any more. */
function stateOf(payments: readonly z.output<typeof vendorPayment>[]): VendorOrder {
  const paid = payments.find(({ status, currency }) => status === 'captured' && currency === 'INR')
  if (paid) return { state: 'captured', vendorPaymentId: paid.id, amountPaise: forOrder(paid) }
  return { state: payments.some(({ status }) => status === 'authorized' || status === 'created') ? 'pending' : 'open' }
}

function aboutOf({ event: kind, payload, created_at }: z.output<typeof event>): VendorEvent['about'] {
  const payment = payload.payment?.entity
  const refund = payload.refund?.entity
  if (kind.startsWith('refund.')) {
    if (!refund) return null
    const news = refundNews(refund, payment?.order_id, payment?.id)
    // Razorpay itself gives back one more payment of a paid order, or one that it has never captured.
    if (news.refundId === null && payment?.order_id && payment.captured === false)
      return { vendorOrderId: payment.order_id, returned: { vendorPaymentId: payment.id, amountPaise: refund.amount } }
    return news
  }
  if (kind.startsWith('payment.dispute.')) return disputeOfRazorpay(payload.dispute?.entity, payment, created_at)
  const isUsed = ['payment.captured', 'order.paid', 'payment.authorized', 'payment.failed'].includes(kind)
  return isUsed && payment?.order_id ? { vendorOrderId: payment.order_id, order: stateOf([payment]) } : null
}

const isUnknown = (answer: VendorAnswer): boolean =>
  answer.status === 404 || (answer.status === 400 && /does not exist|not a valid id/.test(reasonOf(answer)))

function reasonOf({ status, body }: VendorAnswer): string {
  const { data } = refusal.safeParse(body)
  const words = data ? [data.error.code, data.error.reason, data.error.description].filter(Boolean).join(', ') : 'no reason'
  return `Razorpay answered ${status}: ${words}`.slice(0, 300)
}

const read = answerReader('Razorpay', reasonOf)
