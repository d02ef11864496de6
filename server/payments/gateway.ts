import type { Checkout } from '#contract/payments/calls.ts'
import type { DisputeState, GatewayName } from '#contract/payments/payments.ts'
import type { RefundNames } from './refunds/rules.ts'

/** An order as a gateway sees it. The id is ours. The vendor gets it as the `receipt`, so that a repeated order is the same order. */
export interface GatewayOrder {
  id: string
  amountPaise: number
  currency: 'INR'
  /** Null until `open` has returned it, and always if the gateway keeps no orders. */
  vendorOrderId: string | null
  vendorPaymentId: string | null
}

export interface OrderToOpen extends GatewayOrder {
  /** True if no earlier call can have opened it; if not, the vendor is asked for it first. */
  isFirstTry: boolean
  now: Date
  /** Until when we hold the place of the ticket. */
  expiresAt: Date
  /** The seller, then what is sold. */
  seller: string
  description: string
  shopper: { name: string; mobile: string; email: string }
}

/** A refund as a gateway sees it. The id is ours and the same in every try, so that a repeated refund pays once. */
export interface Refund {
  id: string
  /** The captured order whose money goes back. */
  order: GatewayOrder
  amountPaise: number
}

/** What a mall entered, opened. Only the calls of the port get it: it must not be in a log, an error or a response. */
export interface Credentials {
  keyId: string
  keySecret: string
  /** The newest first. After a change, the previous one stays valid for a while. */
  webhookSecrets: readonly string[]
}

/**
 * `captured`: the money is there, for exactly this order and amount. `pending`: the bank has not decided yet, so ask again later. `failed`
 * is not final, because the shopper may try again. `other_amount`: the vendor took another amount than the order's. `forged`: the vendor
 * did not sign this claim.
 */
export type Confirmation =
  | { state: 'captured'; vendorPaymentId: string | null }
  | { state: 'pending' }
  | { state: 'failed'; reason: string }
  | { state: 'other_amount'; vendorPaymentId: string | null; amountPaise: number }
  | { state: 'forged' }

/**
 * The amount is the one that the vendor captured, even if it is not ours. The id of the payment is null if the vendor takes no more
 * questions about payments for a moment. That the order is paid is enough to capture it.
 */
export type VendorOrder =
  | { state: 'unknown' | 'open' | 'pending' | 'cancelled' }
  | { state: 'captured'; vendorPaymentId: string | null; amountPaise: number }

/** Only `processed` and `by_hand` (a person must hand the money back) need no further try. */
export type RefundResult = RefundNames &
  ({ state: 'processed' | 'pending' | 'by_hand' } | { state: 'failed' | 'waiting_for_funds'; reason: string })

/** `refundId` is null if the refund has no key of ours; `of` says whose money it is, if the vendor says so. */
export interface RefundNews {
  refundId: string | null
  refund: RefundResult
  amountPaise: number
  of: { vendorOrderId: string; vendorPaymentId: string } | null
}

/** Times are ISO texts, because an event is stored as JSON. */
export interface VendorDispute {
  vendorDisputeId: string
  vendorOrderId: string | null
  vendorPaymentId: string | null
  amountPaise: number
  deductedPaise: number
  phase: string
  reason: string
  state: DisputeState
  respondBy: string | null
  openedAt: string
  /** When the vendor said this; a newer word counts. */
  toldAt: string
}

/**
 * An entry of a transfer to a mall's bank. `netPaise` is what it adds to the transfer, negative if it takes; the fee is without its tax.
 * The line of a payment is called `payment` and the vendor's id of the payment.
 */
export interface SettledLine {
  vendorSettlementId: string
  /** The bank's reference of the transfer. */
  utr: string | null
  settledAt: Date
  kind: 'payment' | 'refund' | 'dispute' | 'adjustment'
  vendorLineId: string
  vendorOrderId: string | null
  vendorPaymentId: string | null
  amountPaise: number
  feePaise: number
  taxPaise: number
  netPaise: number
  happenedAt: Date
}

/** A vendor's message to us. The vendor may send the same event again, and events come in any order. */
export interface VendorEvent {
  id: string
  /** False if its shape is not known: the vendor may have changed its wire. */
  isReadable: boolean
  /** Null for a kind of event that we do not use. */
  about:
    | { vendorOrderId: string; order: VendorOrder }
    | RefundNews
    /** The vendor gave a payment back without being asked: one more payment of a paid order, which it does not always name. */
    | { vendorOrderId: string | null; returned: { vendorPaymentId: string; amountPaise: number } }
    | { dispute: VendorDispute }
    | null
}

/** The origins that a page must allow for a vendor's checkout. */
export interface CheckoutSources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
  form: readonly string[]
}

/**
 * The port that every way to pay implements. A gateway reports what the vendor says and never touches tickets, payments or the database.
 * Its calls may go over the network, so they are never made inside a transaction. Money that is still under way is a result, never an
 * error: a call throws only if the vendor did not answer. The outcome of a write that threw is unknown, so each write can be repeated.
 *
 * The credentials are those of the mall whose order it is; null if the gateway needs none. A method that has no meaning for a gateway is
 * null.
 */
export interface Gateway {
  name: GatewayName
  /** Who confirms that the money has arrived: the shopper's browser, or staff who took it. */
  confirmedBy: 'shopper' | 'staff'
  /** True if the vendor may hold the money before we hear of it, so that a late confirmation must be refunded. */
  takesMoneyElsewhere: boolean
  /** True if each mall must enter its own credentials before it can use this gateway. */
  needsCredentials: boolean
  /** Null if the browser loads nothing from elsewhere. */
  checkoutSources: CheckoutSources | null
  /** Changes nothing at the vendor; null if the gateway needs no credentials. */
  acceptsKeys: ((credentials: Credentials) => Promise<boolean>) | null
  /**
   * The id that `open` will return, if it is known without a call to the vendor. It is stored with the order, which then needs no second
   * transaction. Null if only the vendor knows it.
   */
  ownOrderId: ((order: Pick<GatewayOrder, 'id' | 'amountPaise'>) => string) | null
  /** `checkout` is what the browser needs to pay. Opening an order again returns the same vendor's order. */
  open(order: OrderToOpen, credentials: Credentials | null): Promise<{ vendorOrderId: string | null; checkout: Checkout }>
  /** Checks the claim of the browser (or staff) with the vendor. Confirming again returns the same capture. */
  confirm(order: GatewayOrder, claim: Readonly<Record<string, unknown>>, credentials: Credentials | null): Promise<Confirmation>
  /**
   * Reads which payment the browser claims, without a call to the vendor: `forged` if the vendor did not sign it for this order, null if it
   * claims none. Null if this gateway's browsers get nothing that is signed.
   */
  readClaim:
    | ((
        order: GatewayOrder,
        claim: Readonly<Record<string, unknown>>,
        credentials: Credentials | null,
      ) => { vendorPaymentId: string } | 'forged' | null)
    | null
  /** `unknown` if the vendor does not have the order. */
  fetchOrder(order: GatewayOrder, credentials: Credentials | null): Promise<VendorOrder>
  /** Asks the vendor to take no money for an order any more, and returns its state then; null if an order cannot be cancelled. */
  cancel: ((order: GatewayOrder, credentials: Credentials | null) => Promise<VendorOrder>) | null
  /**
   * Reads a webhook from the unchanged bytes of its body and its headers (names in lower case). Returns `forged` if no secret of the mall
   * made its signature. Null if no vendor sends any.
   */
  readWebhook:
    | ((raw: Uint8Array, headers: Readonly<Record<string, string>>, credentials: Credentials | null) => VendorEvent | 'forged')
    | null
  /** Refunds a part or all of an order, and returns the state of the refund if it was asked before. It ends within 30 s. */
  refund(refund: Refund, credentials: Credentials | null): Promise<RefundResult>
  /** Null if no refund of this gateway is ever pending. */
  fetchRefund: ((refund: Refund, credentials: Credentials | null) => Promise<RefundResult | { state: 'unknown' }>) | null
  /** All refunds of an order at the vendor, also those that someone made on the vendor's own pages; null if it has no such pages. */
  refundsOf: ((order: GatewayOrder, credentials: Credentials | null) => Promise<RefundNews[]>) | null
  /** The entries that were transferred to the mall's bank on a day (`YYYY-MM-DD`, in India); null if no vendor transfers money. */
  settledOn: ((day: string, credentials: Credentials | null) => Promise<SettledLine[]>) | null
}

/** Thrown if a vendor takes no more calls for a while. Nothing happened at the vendor. */
export class VendorBusy extends Error {
  readonly retryAfterSeconds: number

  constructor(vendor: string, retryAfterSeconds: number) {
    super(`${vendor} takes no more calls for ${retryAfterSeconds} s`)
    this.name = 'VendorBusy'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The gateways of this server; the first one is the default. Those of vendors are for malls that have switched them on. */
export type Gateways = ReadonlyMap<GatewayName, Gateway>
