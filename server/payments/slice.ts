import { HOUR, MINUTE, SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Slice } from '#server/slice.ts'
import { causedByEvents, type Worker } from '#server/workers.ts'
import { forgetReplacedSecrets, resealSecrets } from './accounts/manage-accounts.ts'
import { checkOrders } from './checks/check-order.ts'
import { gatewayRoutes } from './gateway-routes.ts'
import { keepDays } from './money/keep-days.ts'
import { moneyRoutes } from './money-routes.ts'
import { keepPromises } from './refunds/keep-promises.ts'
import { nameRefunds } from './refunds/name-refunds.ts'
import { payRefunds } from './refunds/pay-refunds.ts'
import { settleEnded } from './refunds/settle-ended.ts'
import { paymentRoutes } from './routes.ts'
import { importSettlements } from './settlements/import-settlements.ts'
import { forgetOldEvents, handleEvents } from './webhooks/take-event.ts'

/** Vendors' events and checks come first, because late money makes refunds due; then the settling, which does so too. */
const paymentJobs = (deps: Deps): Worker[] => [
  ...vendorJobs(deps),
  { name: 'adding up past days', everyMs: MINUTE, run: () => keepDays(deps), settled: () => keepDays(deps) },
  { name: 'keeping service promises', everyMs: SECOND, run: () => keepPromises(deps), endsByTime: true },
  causedByEvents(deps.log, {
    name: 'settling the money of tickets that have ended',
    everyMs: MINUTE,
    work: () => settleEnded(deps),
    isCause: ({ kind }) => kind === 'ticket.expired' || kind === 'ticket.cancelled',
  }),
  causedByEvents(deps.log, {
    name: 'refunding',
    everyMs: 5 * SECOND,
    work: () => payRefunds(deps),
    isCause: ({ kind }) => kind === 'payment.refund-due',
  }),
]

/** A server without a vendor has none. */
function vendorJobs(deps: Deps): Worker[] {
  if (![...deps.gateways.values()].some(({ needsCredentials }) => needsCredentials)) return []
  const [events, checks, sealing] = [() => handleEvents(deps), () => checkOrders(deps), () => resealSecrets(deps)]
  const [transfers, naming] = [() => importSettlements(deps), () => nameRefunds(deps)]
  return [
    { name: 'handling the events of vendors', everyMs: 2 * SECOND, run: events, settled: events },
    { name: 'asking vendors for open orders', everyMs: 10 * SECOND, run: checks, settled: checks },
    { name: 'reading what vendors have transferred', everyMs: MINUTE, run: transfers, settled: transfers },
    { name: 'asking vendors what banks call refunds', everyMs: 10 * MINUTE, run: naming, settled: naming },
    { name: 'sealing the secrets of gateways', everyMs: HOUR, run: sealing, settled: sealing },
  ]
}

/** Orders, captures, refunds and receipts, and the vendors through which malls take money. */
export const payments: Slice = {
  routes: [paymentRoutes, gatewayRoutes, moneyRoutes],
  workers: paymentJobs,
  forget: async (deps) => {
    await forgetOldEvents(deps)
    await forgetReplacedSecrets(deps)
  },
}
