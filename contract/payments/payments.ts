/** Our payment states. `expired` is an order that was not paid in time. A failed try is kept as an attempt; it is not a state. */
export const paymentStates = ['created', 'captured', 'expired', 'refund_pending', 'refunded'] as const

/** Ways to pay: `demo` only in demo mode, `cash` at the counter, then the vendors. */
export const gatewayNames = ['demo', 'cash'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** Minutes until an unpaid order expires. */
export const ORDER_MINUTES = 15
