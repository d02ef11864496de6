import type { Slice } from '#server/slice.ts'
import { counterJobs } from './jobs.ts'
import { counterRoutes } from './routes.ts'

/** Counters and their pauses. */
export const counters: Slice = { routes: [counterRoutes], workers: counterJobs }
