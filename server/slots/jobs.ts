import { SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import { causedByEvents, type Worker } from '#server/workers.ts'
import { tellWaitlists } from './waitlist.ts'

/** The background work of slots. */
export const slotJobs = (deps: Deps): Worker[] => [
  causedByEvents(deps.log, {
    name: 'telling waitlists',
    everyMs: 10 * SECOND,
    work: () => tellWaitlists(deps),
    isCause: ({ kind }) => kind === 'slot.freed',
  }),
]
