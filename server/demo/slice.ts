import type { Slice } from '#server/slice.ts'
import { demoJobs } from './jobs.ts'

/** The demo mall and its queue. */
export const demo: Slice = { workers: demoJobs }
