import type { Gateway } from '../gateway.ts'

/** Cash at the counter: staff confirm that they took it, and hand it back where a refund is due. */
export const cashGateway: Gateway = {
  name: 'cash',
  confirmedBy: 'staff',
  takesMoneyElsewhere: false,
  open: async () => ({ vendorOrderId: null, checkout: {} }),
  verify: async (order) => ({ captured: true, vendorPaymentId: `cash_${order.id}` }),
  refund: async () => 'by-hand',
}
