import { SECOND } from '#contract/base/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Slice } from '#server/slice.ts'
import type { Worker } from '#server/workers.ts'
import { openDelivery } from './deliver.ts'
import { kindsCausedBy, messageListener } from './queue-messages.ts'
import { forgetOldMessages } from './service.ts'

function messageJobs(deps: Deps): Worker[] {
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

export const messages: Slice = {
  listeners: (deps) => [messageListener(deps)],
  workers: messageJobs,
  forget: forgetOldMessages,
}
