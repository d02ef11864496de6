import type { GatewayOrder, VendorOrder } from '#server/payments/gateway.ts'

/** The state of an order at a gateway without a vendor: our own row is the only record of its money. */
export const fromOwnRecord = ({ amountPaise, vendorPaymentId }: GatewayOrder): VendorOrder =>
  vendorPaymentId === null ? { state: 'open' } : { state: 'captured', vendorPaymentId, amountPaise }
