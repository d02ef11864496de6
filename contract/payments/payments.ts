/** `expired` is an order that was not paid in time. A failed try is kept as an attempt; it is not a state. */
export const paymentStates = ['created', 'captured', 'expired', 'refund_pending', 'refunded'] as const

/**
 * `sent`: the vendor was asked, and its answer is not known. `failed` and `waiting_for_funds` are tried again. `by_hand`: staff must hand
 * the money back, because it was cash, or because the vendor has refused the refund for a day.
 */
export const refundStates = ['due', 'sent', 'pending', 'processed', 'failed', 'waiting_for_funds', 'by_hand'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * `rule`: the shopper was never called. `leave`: they left before being called. `late`: the money came too late. `promise`: the shop did
 * not keep its promise. `staff` and `owner`: a person decided. `dashboard`: someone did it on the vendor's own pages.
 */
export const refundKinds = ['rule', 'leave', 'late', 'promise', 'staff', 'owner', 'dashboard'] as const
export type RefundKind = (typeof refundKinds)[number]

/** Vendors refund no less than a rupee, so no part of a payment that is refunded or left may be smaller. */
export const LEAST_REFUND_PAISE = 100

/** Each mall has its own account there. */
export const vendorNames = ['razorpay', 'cashfree'] as const
export type VendorName = (typeof vendorNames)[number]

/** `demo` is for demo mode, `cash` is paid at the counter. */
export const gatewayNames = ['demo', 'cash', ...vendorNames] as const
export type GatewayName = (typeof gatewayNames)[number]

/** The same in every language. */
export const vendorTitles: Readonly<Record<VendorName, string>> = { razorpay: 'Razorpay', cashfree: 'Cashfree' }

export const isVendor = (name: GatewayName): name is VendorName => vendorNames.some((vendor) => vendor === name)

/**
 * Money at a vendor that is not the capture of an order: of no order that we know, not the amount of its order, or one more payment of a paid
 * order.
 */
export const orphanKinds = ['unknown', 'other_amount', 'second'] as const
export type OrphanKind = (typeof orphanKinds)[number]

/** The last three are final. */
export const disputeStates = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]

/** An unpaid order expires after this time. */
export const ORDER_MINUTES = 15
/** For this long, the previous webhook secret of a vendor stays valid after a change. */
export const OLD_SECRET_HOURS = 24
