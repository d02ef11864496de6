import type { Refusal } from '#contract/base/errors.ts'
import type { GatewayName } from '#contract/payments/payments.ts'
import type { StoredPayment } from '#server/payments/store.ts'

/** A request to open the order of a shopper's own ticket. */
export interface OrderWish {
  ticketId: string
  shopId: string
  mobile: string
  /** The way to pay; absent for the one of the open order, or the default. */
  wanted: GatewayName | undefined
  /** The slot to hold; null for none; absent for the one that the ticket has. */
  slotId: string | null | undefined
  /** The price that the shopper was shown; absent if the caller does not say. */
  seenPaise: number | undefined
  now: Date
}

/** The open order of a ticket; `isNew` is false if it was open before. */
export interface Ordered {
  payment: StoredPayment
  isNew: boolean
}

/** What a vendor calls our order. */
export interface NamedOrder {
  paymentId: string
  shopId: string
  vendorOrderId: string
  now: Date
}

/** The writes of an order, each together with others of the same moment. */
export interface Orders {
  /** Opens the order, or returns the refusal that says why there is none. `free` if the shop costs nothing now: the number is issued. */
  open(wish: OrderWish): Promise<Ordered | 'free' | Refusal>
  /** Stores the vendor's order id. If two presses both opened the order, the first id stays: the shopper can pay that order. */
  keep(order: NamedOrder): Promise<StoredPayment | Refusal>
}
