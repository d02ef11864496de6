import { MINUTE, SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import { causedByEvents, type Worker } from '#server/workers.ts'
import { payRefunds } from './refunds/pay-refunds.ts'
import { settleEnded } from './refunds/settle-ended.ts'

/** The background work of payments. Settling comes first: it makes refunds due. */
export const paymentJobs = (deps: Deps): Worker[] => [
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
