import type { Slice } from '#server/slice.ts'
import { forgetReplacedSecrets } from './accounts/manage-accounts.ts'
import { gatewayRoutes } from './gateway-routes.ts'
import { paymentJobs } from './jobs.ts'
import { moneyRoutes } from './money-routes.ts'
import { paymentRoutes } from './routes.ts'
import { forgetOldEvents } from './webhooks/take-event.ts'

/** Orders, captures, refunds and receipts, and the vendors through which malls take money. */
export const payments: Slice = {
  routes: [paymentRoutes, gatewayRoutes, moneyRoutes],
  workers: paymentJobs,
  forget: async (deps) => {
    await forgetOldEvents(deps)
    await forgetReplacedSecrets(deps)
  },
}
