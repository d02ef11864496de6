import type { Refusal } from '#contract/base/errors.ts'
import type { Numbered, Ticket } from '#server/queue/rules.ts'
import type { StoredPayment } from './store.ts'

/** A payment with the ticket that it pays. */
export interface Order {
  payment: StoredPayment
  ticket: Ticket
}

/** A captured payment with what it bought. */
export interface Captured {
  payment: StoredPayment
  ticket: Numbered
  receiptId: string
}

/** A request to capture a payment whose money has arrived. */
export interface CaptureWish {
  paymentId: string
  ticketId: string
  shopId: string
  vendorPaymentId: string | null
  actor: { kind: 'shopper' | 'account'; id: string } | { kind: 'system' }
  /** Whether money that comes too late for its ticket must be refunded. */
  refundLate: boolean
  now: Date
}

/** Captures a payment, together with others of the same moment. Returns what it bought, or the refusal that says why it bought nothing. */
export type Capture = (wish: CaptureWish) => Promise<Captured | Refusal>
