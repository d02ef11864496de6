import { cashfreeWebhook, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import type { Cashfree } from '#tests/support/vendors/cashfree.ts'
import type { Razorpay } from '#tests/support/vendors/razorpay.ts'
import type { SignedEvent } from '#tests/support/vendors/razorpay-events.ts'
import type { VendorBooks } from '#tests/support/vendors/vendor-server.ts'

/** The pause between two looks into the books of the vendors, in ms. */
const LOOK_MS = 300

interface Webhook {
  vendor: VendorName
  /** What it reports, such as `payment.captured`. */
  kind: string
  orderId: string
  event: SignedEvent
  /** The status of the last delivery; null if none has been answered. */
  status: number | null
}

export interface Webhooks {
  /** While true, they wait. The product then hears of money only by asking. */
  isHeld: boolean
  waiting: readonly Webhook[]
  delivered: readonly Webhook[]
}

type Vendors = { razorpay: Razorpay; cashfree: Cashfree }
type Change = VendorBooks['payments'][number] | VendorBooks['refunds'][number]

/** What the vendors report of a payment and of a refund, by its new state. Nothing is reported while they are pending. */
const kinds = {
  razorpay: {
    payments: { paid: 'payment.captured', failed: 'payment.failed' },
    refunds: { paid: 'refund.processed', failed: 'refund.failed' },
  },
  cashfree: {
    payments: { paid: 'PAYMENT_SUCCESS_WEBHOOK', failed: 'PAYMENT_FAILED_WEBHOOK' },
    refunds: { paid: 'REFUND_STATUS_WEBHOOK', failed: 'REFUND_STATUS_WEBHOOK' },
  },
} as const satisfies Record<VendorName, Record<keyof VendorBooks, Record<'paid' | 'failed', string>>>

/**
 * Delivers what happens at the vendors to the webhooks of a mall, signed, in its order, and again until it is accepted. The server at
 * `address` may start later.
 */
export function deliverWebhooks(vendors: Vendors, { address, mallId }: { address: string; mallId: string }): Webhooks {
  const [waiting, delivered, seen]: [Webhook[], Webhook[], Map<string, string>] = [[], [], new Map()]
  const webhooks = { isHeld: false, waiting, delivered }

  const eventOf = (vendor: VendorName, part: keyof VendorBooks, kind: string, { id, orderId }: Change): SignedEvent => {
    if (vendor === 'cashfree') return vendors.cashfree.eventOf(kind, orderId, part === 'refunds' && id !== null ? { refundId: id } : {})
    return part === 'refunds' ? vendors.razorpay.refundEventOf(kind, id ?? '') : vendors.razorpay.eventOf(kind, id ?? '')
  }
  const look = () => {
    for (const vendor of ['razorpay', 'cashfree'] as const) {
      const books = vendors[vendor].books()
      for (const part of ['payments', 'refunds'] as const)
        for (const change of books[part]) {
          const name = `${vendor} ${part} ${change.id}`
          if (change.id === null || seen.get(name) === change.state) continue
          seen.set(name, change.state)
          if (change.state === 'pending' || change.state === 'returned') continue
          const kind = kinds[vendor][part][change.state]
          waiting.push({ vendor, kind, orderId: change.orderId, event: eventOf(vendor, part, kind, change), status: null })
        }
    }
  }
  const deliver = async () => {
    for (let next = waiting[0]; next !== undefined && !webhooks.isHeld; next = waiting[0]) {
      const { raw, headers } = next.event
      const path = addressOf(next.vendor === 'razorpay' ? razorpayWebhook : cashfreeWebhook, { id: mallId })
      const answer = await fetch(address + path, { method: 'POST', headers, body: Buffer.from(raw) })
      next.status = answer.status
      if (!answer.ok) return
      delivered.push(next)
      waiting.shift()
    }
  }
  const turn = () => {
    look()
    deliver()
      // The server has not started, or it stops: the next turn tries again.
      .catch(() => undefined)
      .finally(() => setTimeout(turn, LOOK_MS).unref())
  }
  turn()
  return webhooks
}
