import type { GatewayOrder, VendorOrder } from '#server/payments/gateway.ts'

/** Without a vendor, our own row is the only record of an order's money. */
export const fromOwnRecord = ({ amountPaise, vendorPaymentId }: GatewayOrder): VendorOrder =>
  vendorPaymentId === null ? { state: 'open' } : { state: 'captured', vendorPaymentId, amountPaise }
