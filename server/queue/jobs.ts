import { MINUTE, SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Worker } from '#server/workers.ts'
import { endEarlierDays, endOverdue } from './sweep.ts'

/** The background work of the queue. */
export const queueJobs = (deps: Deps): Worker[] => [
  { name: 'ending overdue tickets', everyMs: SECOND, run: () => endOverdue(deps), endsByTime: true },
  { name: 'ending earlier days', everyMs: MINUTE, run: () => endEarlierDays(deps), endsByTime: true },
]
