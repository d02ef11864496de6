import type { Gateway } from '#server/payments/gateway.ts'
import { fromOwnRecord } from './own-record.ts'

export const cashGateway: Gateway = {
  name: 'cash',
  confirmedBy: 'staff',
  takesMoneyElsewhere: false,
  needsCredentials: false,
  acceptsKeys: null,
  checkoutSources: null,
  ownOrderId: null,
  open: async () => ({ vendorOrderId: null, checkout: { gateway: 'cash' } }),
  confirm: async (order) => ({ state: 'captured', vendorPaymentId: `cash_${order.id}` }),
  readClaim: null,
  fetchOrder: async (order) => fromOwnRecord(order),
  cancel: null,
  readWebhook: null,
  refund: async () => ({ state: 'by_hand' }),
  fetchRefund: null,
  refundsOf: null,
  settledOn: null,
}
