import type { Gateway, GatewayOrder } from '#server/payments/gateway.ts'
import { fromOwnRecord } from './own-record.ts'

/** How long the specification's spinner shows. */
const PROCESSING_MS = 2000

/** The id says for which order and amount it is, so that any node can check both without a memory of its own. */
const vendorOrderIdOf = ({ id, amountPaise }: Pick<GatewayOrder, 'id' | 'amountPaise'>): string => `demo_${id}_${amountPaise}`

const isOpened = (order: GatewayOrder): boolean => order.vendorOrderId === vendorOrderIdOf(order)

/** No money moves. As with a vendor, a payment that is confirmed after its order has expired counts as taken, so it is refunded. */
export const demoGateway: Gateway = {
  name: 'demo',
  confirmedBy: 'shopper',
  takesMoneyElsewhere: true,
  needsCredentials: false,
  acceptsKeys: null,
  checkoutSources: null,
  ownOrderId: vendorOrderIdOf,
  open: async (order) => ({ vendorOrderId: vendorOrderIdOf(order), checkout: { gateway: 'demo', processingMs: PROCESSING_MS } }),
  confirm: async (order) =>
    isOpened(order)
      ? { state: 'captured', vendorPaymentId: `demo_pay_${order.id}` }
      : { state: 'failed', reason: 'it is another order or another amount' },
  readClaim: null,
  fetchOrder: async (order) => (isOpened(order) ? fromOwnRecord(order) : { state: 'unknown' }),
  cancel: null,
  readWebhook: null,
  refund: async () => ({ state: 'processed' }),
  fetchRefund: null,
  refundsOf: null,
  settledOn: null,
}
