import type { Slice } from '#server/slice.ts'
import { messageJobs } from './jobs.ts'
import { messageListener } from './queue-messages.ts'
import { forgetOldMessages } from './service.ts'

/** Messages to shoppers and mails to accounts. */
export const messages: Slice = {
  listeners: (deps) => [messageListener(deps)],
  workers: messageJobs,
  forget: forgetOldMessages,
}
