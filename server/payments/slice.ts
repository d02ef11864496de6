import type { Slice } from '#server/slice.ts'
import { paymentJobs } from './jobs.ts'
import { paymentRoutes } from './routes.ts'

/** Orders, captures, refunds and receipts. */
export const payments: Slice = { routes: [paymentRoutes], workers: paymentJobs }
