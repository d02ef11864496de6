import { SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Worker } from '#server/workers.ts'
import { openDelivery } from './deliver.ts'
import { kindsCausedBy } from './queue-messages.ts'

/** The background work of messages. */
export function messageJobs(deps: Deps): Worker[] {
  const delivery = openDelivery(deps)
  return [
    {
      name: 'looking for due messages',
      everyMs: 2 * SECOND,
      run: delivery.look,
      wake: (events) => delivery.wake(kindsCausedBy(events)),
      settled: delivery.settled,
      finish: delivery.stop,
    },
  ]
}
