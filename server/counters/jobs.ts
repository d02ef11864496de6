import { SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Worker } from '#server/workers.ts'
import { endPauses } from './pause.ts'

/** The background work of counters. */
export const counterJobs = (deps: Deps): Worker[] => [
  { name: 'ending pauses', everyMs: SECOND, run: () => endPauses(deps), endsByTime: true },
]
