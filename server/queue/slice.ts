import type { Slice } from '#server/slice.ts'
import { queueJobs } from './jobs.ts'
import { queueRoutes } from './routes.ts'

/** Tickets and their queue. */
export const queue: Slice = { routes: [queueRoutes], workers: queueJobs }
