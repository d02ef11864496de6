import { z } from 'zod'
import { count, dayAsked, id, instant, success } from '#contract/base/envelope.ts'
import { call, managers } from '#contract/call.ts'

/**
 * `earnedPaise` is what is kept of the money that came in, `refundedPaise` what of it went back or will. The other figures are of the
 * tickets with a token number.
 */
export const figures = z.object({
  earnedPaise: z.int(),
  refundedPaise: z.int().min(0),
  tokens: count,
  served: count,
  /** Called, but did not come. */
  missed: count,
  /** Left, or were never called. */
  left: count,
  /** Have not ended. */
  open: count,
  /** Half of those who were called waited longer than this, in minutes; null if no one was called. */
  medianWait: z.number().min(0).nullable(),
})
export type Figures = z.output<typeof figures>

const compared = { day: figures, before: figures }

/**
 * Money counts when it came in, and tickets when they joined: a booked ticket that has not joined counts at its slot. A service day can end
 * after midnight.
 */
export const readInsights = call('GET /api/insights/:id/day', {
  tag: 'Malls and shops',
  about: 'A day of a mall or a shop in figures, by hour and by shop, beside the same weekday before',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({
    /** Absent: the service day that runs now. */
    day: dayAsked.optional(),
  }),
  answer: z.object({
    success,
    day: z.string(),
    /** A week before. */
    dayBefore: z.string(),
    /** The service day that runs now. */
    today: z.string(),
    timeZone: z.string(),
    /** While the day runs, `total` and `byShop` have the week before as it was then; null on all other days. */
    beforeUntil: instant.nullable(),
    total: z.object(compared),
    /** From the first hour with anything on one of the days to the last, in the order of the day. An hour that is to come can have bookings. */
    byHour: z.array(z.object({ hour: z.int().min(0).max(23), state: z.enum(['over', 'running', 'to_come']), ...compared })),
    /** Only shops with anything on one of the days. The one that earned most comes first. */
    byShop: z.array(z.object({ shopId: z.string(), name: z.string(), ...compared })),
  }),
  refuses: ['mall_not_found'],
})
