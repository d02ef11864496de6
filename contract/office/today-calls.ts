import { z } from 'zod'
import { count, id, paise, success } from '#contract/base/envelope.ts'
import { call, managers } from '#contract/call.ts'
import { paused } from '#contract/queue/shapes.ts'
import { figures } from './insights-calls.ts'
import { shopStates } from './today.ts'

const shopToday = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(shopStates),
  paused: paused.nullable(),
  waiting: count,
  /** The expected wait of a new customer, in minutes; null if no one waits or no counter is open. */
  wait: z.object({ low: count, high: count }).nullable(),
  /** The wait in the billing queue, as the shop states it. */
  usualWaitMinutes: count.nullable(),
  counters: count,
  openCounters: count,
  served: count,
  earnedPaise: z.int(),
})
export type ShopToday = z.output<typeof shopToday>

export const mallToday = call('GET /api/malls/:id/today', {
  tag: 'Malls and shops',
  about: 'The day of a mall so far, beside the day before, and which of its shops need help',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({
    success,
    timeZone: z.string(),
    today: figures,
    /** The day before, until the same time. */
    yesterday: figures,
    /** What should be in all drawers now. */
    cashPaise: z.int(),
    /** Money of any day that does not go back to its shopper without a person. */
    owed: z.object({ count, amountPaise: paise }),
    /** Those that need help first. */
    shops: z.array(shopToday),
  }),
  refuses: ['mall_not_found', 'is_a_shop'],
})
