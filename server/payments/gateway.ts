import type { GatewayName } from '#contract/payments/payments.ts'

/** An order as a gateway sees it. The id is ours. The vendor gets it as the `receipt`, so that a repeated order is the same order. */
export interface Order {
  id: string
  amountPaise: number
  currency: 'INR'
  /** Null until `open` has returned it, and always if the gateway keeps no orders. */
  vendorOrderId: string | null
  vendorPaymentId: string | null
}

/** A refund as a gateway sees it. The id is ours and the same in every try, so that a repeated refund pays once. */
export interface Refund {
  id: string
  /** The captured order whose money goes back. */
  order: Order
  amountPaise: number
}

/** What a mall entered to use a vendor, opened. Only the calls of the port get it: it must not be in a log, an error or a response. */
export interface Credentials {
  keyId: string
  keySecret: string
  /** The newest first. After a change, the previous one stays valid for a while. */
  webhookSecrets: readonly string[]
}

/**
 * What became of a confirmation. `captured`: the money is there, for exactly this order and amount. `pending`: the bank has not decided yet,
 * so ask again later. `failed` is not final, because the shopper may try again.
 */
export type Confirmation = { state: 'captured'; vendorPaymentId: string } | { state: 'pending' } | { state: 'failed'; reason: string }

/** What a vendor knows of an order. It reports the amount that it captured, even if that is not ours. */
export type VendorOrder =
  | { state: 'unknown' | 'open' | 'pending' | 'cancelled' }
  | { state: 'captured'; vendorPaymentId: string; amountPaise: number }

/** What became of a refund. Only `processed` and `by_hand` (a person must hand the money back) need no further try. */
export type RefundResult = { state: 'processed' | 'pending' | 'by_hand' } | { state: 'failed' | 'waiting_for_funds'; reason: string }

/** A vendor's message to us. The vendor may send the same event again, and events come in any order. */
export interface VendorEvent {
  id: string
  /** Null for a kind of event that we do not use. */
  about: { vendorOrderId: string; order: VendorOrder } | { refundId: string; refund: RefundResult } | null
}

/**
 * The port that every way to pay implements. A gateway reports what the vendor says and never touches tickets, payments or the database.
 * Its calls may go over the network, so they are never made inside a transaction. Money that is still under way is a result, never an
 * error: a call throws only if the vendor did not answer. The outcome of a write that threw is unknown, so each write can be repeated.
 *
 * The last parameter is the credentials of the mall whose order it is; null if the gateway needs none. A method that has no meaning for a
 * gateway is null.
 */
export interface Gateway {
  name: GatewayName
  /** Who confirms that the money has arrived: the shopper's browser, or staff who took it. */
  confirmedBy: 'shopper' | 'staff'
  /** True if the vendor may hold the money before we hear of it, so that a late confirmation must be refunded. */
  takesMoneyElsewhere: boolean
  /** True if each mall must enter its own credentials before it can use this gateway. */
  needsCredentials: boolean
  /** Opens the order at the vendor; `checkout` is what the browser needs to pay. Opening it again returns the same vendor's order. */
  open(order: Order, credentials: Credentials | null): Promise<{ vendorOrderId: string | null; checkout: { processingMs?: number } }>
  /** Checks the claim of the browser (or staff) with the vendor. Confirming again returns the same capture. */
  confirm(order: Order, claim: Readonly<Record<string, unknown>>, credentials: Credentials | null): Promise<Confirmation>
  /** Asks the vendor for the state of an order; `unknown` if the vendor does not have it. */
  fetchOrder(order: Order, credentials: Credentials | null): Promise<VendorOrder>
  /** The orders that were opened at the vendor from `from` until before `to`, with our ids; null if only our own rows list orders. */
  listOrders: ((from: Date, to: Date, credentials: Credentials | null) => Promise<{ orderId: string; order: VendorOrder }[]>) | null
  /** Asks the vendor to take no money for an order any more, and returns its state then; null if an order cannot be cancelled. */
  cancel: ((order: Order, credentials: Credentials | null) => Promise<VendorOrder>) | null
  /**
   * Reads a webhook from the bytes of its body, unchanged, and its headers (names in lower case). Returns `forged` if no secret of the mall
   * made its signature. Null if no vendor sends any.
   */
  readWebhook:
    | ((raw: Uint8Array, headers: Readonly<Record<string, string>>, credentials: Credentials | null) => VendorEvent | 'forged')
    | null
  /** Refunds a part or all of an order, and returns the state of the refund if it was asked before. It ends within 30 s. */
  refund(refund: Refund, credentials: Credentials | null): Promise<RefundResult>
  /** Asks the vendor for the state of a refund; null if no refund of this gateway is ever pending. */
  fetchRefund: ((refund: Refund, credentials: Credentials | null) => Promise<RefundResult | { state: 'unknown' }>) | null
}

/** The gateways that are switched on; the first one is the default. */
export type Gateways = ReadonlyMap<GatewayName, Gateway>
