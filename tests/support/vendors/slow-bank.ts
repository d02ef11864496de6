import { createHmac } from 'node:crypto'
import { sameText } from '#server/kit/hash.ts'
import type { Credentials, Gateway, GatewayOrder, VendorOrder } from '#server/payments/gateway.ts'

/** A vendor in memory that decides nothing at once: what it is asked stays pending until `decide`. */
export interface SlowBank {
  gateway: Gateway
  /** The money is pending then. Returns what the browser claims. */
  pay(order: { id: string }): Readonly<Record<string, unknown>>
  /** The bank decides everything that is pending. */
  decide(): void
  /** How much left the bank for a refund, in paise. */
  paidOut(refundId: string): number
  /** The webhook that the bank sends about an order now. */
  webhookOf(order: GatewayOrder, credentials: Credentials): { raw: Uint8Array; headers: Record<string, string> }
}

interface BankOrder {
  orderId: string
  amountPaise: number
  state: 'open' | 'pending' | 'captured' | 'cancelled'
}

interface BankRefund {
  amountPaise: number
  state: 'pending' | 'processed'
  paidOut: number
}

const signatureOf = (raw: Uint8Array, secret: string) => createHmac('sha256', secret).update(raw).digest('hex')

/** The gateway needs no credentials; its webhooks are signed with the secrets of those that it is passed. */
export function openSlowBank(): SlowBank {
  const orders = new Map<string, BankOrder>()
  const refunds = new Map<string, BankRefund>()

  const idOf = ({ id }: { id: string }) => `slow_${id}`
  const toldOf = (vendorOrderId: string | null): VendorOrder => {
    const order = orders.get(vendorOrderId ?? '')
    if (!order) return { state: 'unknown' }
    const { state, orderId, amountPaise } = order
    return state === 'captured' ? { state, vendorPaymentId: `slow_pay_${orderId}`, amountPaise } : { state }
  }

  const gateway: Gateway = {
    name: 'demo',
    confirmedBy: 'shopper',
    takesMoneyElsewhere: true,
    needsCredentials: false,
    acceptsKeys: null,
    checkoutSources: null,
    async open(order) {
      const vendorOrderId = idOf(order)
      const { id: orderId, amountPaise } = order
      if (!orders.has(vendorOrderId)) orders.set(vendorOrderId, { orderId, amountPaise, state: 'open' })
      return { vendorOrderId, checkout: { gateway: 'demo' } }
    },
    async confirm(order) {
      const told = toldOf(order.vendorOrderId)
      const held = orders.get(order.vendorOrderId ?? '')
      if (held?.orderId !== order.id || held.amountPaise !== order.amountPaise) return { state: 'failed', reason: 'another order' }
      if (told.state === 'captured') return { state: 'captured', vendorPaymentId: told.vendorPaymentId }
      return told.state === 'pending' ? { state: 'pending' } : { state: 'failed', reason: `the order is ${told.state}` }
    },
    readClaim: null,
    fetchOrder: async (order) => toldOf(order.vendorOrderId),
    async cancel(order) {
      const held = orders.get(order.vendorOrderId ?? '')
      if (held?.state === 'open') held.state = 'cancelled'
      return toldOf(order.vendorOrderId)
    },
    readWebhook(raw, headers, credentials) {
      const signature = headers['x-slow-signature'] ?? ''
      if (!credentials?.webhookSecrets.some((secret) => sameText(signature, signatureOf(raw, secret)))) return 'forged'
      const { id, vendorOrderId, order } = JSON.parse(Buffer.from(raw).toString())
      return { id, isReadable: true, about: { vendorOrderId, order } }
    },
    async refund(refund) {
      const asked: BankRefund = refunds.get(refund.id) ?? { amountPaise: refund.amountPaise, state: 'pending', paidOut: 0 }
      refunds.set(refund.id, asked)
      return { state: asked.state }
    },
    ownOrderId: null,
    refundsOf: null,
    settledOn: null,
    fetchRefund: async (refund) => ({ state: refunds.get(refund.id)?.state ?? 'unknown' }),
  }

  return {
    gateway,
    pay(order) {
      const held = orders.get(idOf(order))
      if (held?.state === 'open') held.state = 'pending'
      return {}
    },
    decide() {
      for (const order of orders.values()) if (order.state === 'pending') order.state = 'captured'
      for (const refund of refunds.values()) {
        if (refund.state === 'pending') refund.paidOut += refund.amountPaise
        refund.state = 'processed'
      }
    },
    paidOut: (refundId) => refunds.get(refundId)?.paidOut ?? 0,
    webhookOf(order, credentials) {
      const vendorOrderId = idOf(order)
      const told = { id: `event_${order.id}`, vendorOrderId, order: toldOf(vendorOrderId) }
      const raw = Buffer.from(JSON.stringify(told))
      return { raw, headers: { 'x-slow-signature': signatureOf(raw, credentials.webhookSecrets[0] ?? '') } }
    },
  }
}
