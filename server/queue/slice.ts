import { MINUTE, SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Slice } from '#server/slice.ts'
import type { Worker } from '#server/workers.ts'
import { queueRoutes } from './routes.ts'
import { remindOfSlots } from './slots/remind.ts'
import { beginSlots, endEarlierDays, endOverdue } from './sweep.ts'

const queueJobs = (deps: Deps): Worker[] => [
  { name: 'ending overdue tickets', everyMs: SECOND, run: () => endOverdue(deps), endsByTime: true },
  { name: 'joining at the start of a slot', everyMs: SECOND, run: () => beginSlots(deps), endsByTime: true },
  { name: 'reminding of slots', everyMs: 5 * SECOND, run: () => remindOfSlots(deps), endsByTime: true },
  { name: 'ending earlier days', everyMs: MINUTE, run: () => endEarlierDays(deps), endsByTime: true },
]

export const queue: Slice = { routes: [queueRoutes], workers: queueJobs }
