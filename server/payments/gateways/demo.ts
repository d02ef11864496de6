import type { Gateway } from '../gateway.ts'

/** The time a bank would take; the specification's spinner. */
const PROCESSING_MS = 2000

/** The gateway of demo mode: every payment works and no money moves. Like a vendor's, its money counts as taken once the window closed. */
export const demoGateway: Gateway = {
  name: 'demo',
  confirmedBy: 'shopper',
  takesMoneyElsewhere: true,
  open: async (order) => ({ vendorOrderId: `demo_${order.id}`, checkout: { processingMs: PROCESSING_MS } }),
  verify: async (order) => ({ captured: true, vendorPaymentId: `demo_pay_${order.id}` }),
  refund: async () => 'refunded',
}
