import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import type { RefusalCode } from '#contract/base/errors.ts'
import { call, desk } from '#contract/call.ts'
import { DEFAULT_EXTENSION_MINUTES } from '#contract/queue/queue.ts'
import { ticket } from '#contract/queue/shapes.ts'

/** `alreadyDone`: the action had happened before, and nothing was done. */
const done = z.object({ success, alreadyDone: z.boolean(), ticket })
const nothing = z.object({}).optional().nullable()
/** `counterId` is the caller's counter. Without it the server chooses one. */
const atCounter = z
  .object({ counterId: id.optional() })
  .nullish()
  .transform((body) => body ?? {})

const noCounter = ['counter_not_found', 'counter_closed', 'counter_busy', 'counters_busy'] as const

/** Each of these calls can refuse with `ticket_not_found`. */
const ticketAction = <const N extends `POST /api/tickets/:id/${string}`, B extends z.ZodType>(
  name: N,
  about: string,
  { body, refuses }: { body: B; refuses: readonly RefusalCode[] },
) =>
  call(name, {
    tag: 'Desk',
    about,
    by: 'account',
    roles: desk,
    tenant: 'private',
    limit: 'write',
    params: z.object({ id }),
    body,
    answer: done,
    refuses: ['ticket_not_found', ...refuses],
  })

export const callTicket = ticketAction('POST /api/tickets/:id/call', 'Call a ticket: its countdown starts and its notice goes out', {
  body: atCounter,
  refuses: ['wrong_state', 'shop_not_found', ...noCounter],
})

export const arriveTicket = ticketAction(
  'POST /api/tickets/:id/arrive',
  'The person is at the counter: the countdown stops; before a booked slot, they join the queue',
  {
    body: atCounter,
    refuses: ['wrong_state', 'shop_not_found', ...noCounter],
  },
)

export const recallTicket = ticketAction(
  'POST /api/tickets/:id/recall',
  'Recall: the countdown starts again and one more message goes out',
  { body: nothing, refuses: ['wrong_state', 'shop_not_found', 'recalled_enough'] },
)

/** The countdown ends `minutes` minutes from now. */
export const extendCountdown = ticketAction('POST /api/tickets/:id/extend', 'Give the called person some more minutes', {
  body: z
    .object({ minutes: z.int().min(1).max(10).default(DEFAULT_EXTENSION_MINUTES) })
    .nullish()
    .transform((body) => body ?? { minutes: DEFAULT_EXTENSION_MINUTES }),
  refuses: ['wrong_state', 'shop_not_found'],
})

export const completeTicket = ticketAction('POST /api/tickets/:id/complete', 'The person was served', {
  body: nothing,
  refuses: ['wrong_state'],
})

export const noShowTicket = ticketAction('POST /api/tickets/:id/no-show', 'The person did not come', {
  body: nothing,
  refuses: ['wrong_state'],
})

export const undoAction = ticketAction('POST /api/tickets/:id/undo', 'Undo the last action on a ticket, within ten minutes', {
  body: nothing,
  refuses: ['nothing_to_undo', 'already_joined_again', 'counter_busy', 'shop_not_found'],
})
