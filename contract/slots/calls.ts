import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { call } from '#contract/call.ts'
import { localDay } from '#contract/shops/shapes.ts'
import { slot } from './shapes.ts'

/** Without `day`: today. A shop without slots, or a day that cannot be booked, has none. */
export const readSlots = call('GET /api/slots/:id', {
  tag: 'Queue',
  about: 'The slots of a shop on a service day, with the places left',
  by: 'none',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({ day: localDay.optional() }),
  answer: z.object({
    success,
    day: z.string(),
    slots: z.array(slot),
    /** Every service day that can be booked, from today; `isOpen` is false if none of its slots is still to come. */
    days: z.array(z.object({ day: z.string(), isOpen: z.boolean() })),
  }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** Repeating it changes nothing. */
export const joinWaitlist = call('POST /api/waitlist', {
  tag: 'Queue',
  about: 'Be told when a full slot has space again',
  by: 'shopper',
  limit: 'write',
  body: z.object({ shopId: id, slotId: id }),
  answer: z.object({ success }),
  refuses: ['shop_not_found', 'is_a_mall', 'slot_not_found', 'slot_past', 'slot_open', 'waits_enough', 'kept_before'],
})
