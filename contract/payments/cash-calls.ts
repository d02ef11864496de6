import { z } from 'zod'
import { count, dayAsked, id, instant, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, desk, managers } from '#contract/call.ts'

/** A drawer can go without a count for years. */
const sum = z.int().min(0)

/** What was in the drawer at its last count, and what went through it since. */
const flow = {
  /** Null: the cash of devices that are at no counter. */
  counterId: z.string().nullable(),
  counterName: z.string().nullable(),
  /** The last count; null if there was none. */
  since: instant.nullable(),
  /** What stayed in the drawer then. */
  openingPaise: sum,
  taken: count,
  takenPaise: sum,
  handedBack: count,
  handedBackPaise: sum,
  /** Negative if more was handed back than there was: the rest came from somewhere else. */
  expectedPaise: z.int(),
}

const cashCount = z.object({
  id: z.string(),
  shopId: z.string(),
  shopName: z.string(),
  ...flow,
  countedAt: instant,
  /** The name of the person who counted. */
  countedBy: z.string(),
  countedPaise: sum,
  /** What stayed in the drawer; the rest was taken out. */
  leftPaise: sum,
  note: z.string(),
})
export type CashCount = z.output<typeof cashCount>

const drawer = z.object({ shopId: z.string(), shopName: z.string(), ...flow, lastCount: cashCount.nullable() })
export type Drawer = z.output<typeof drawer>

/** At most ₹100 crore: a typing error has more digits. */
const typed = z.int().min(0).max(100_000_000_000)

/** The counters in use, and every other drawer that has cash. */
export const listDrawers = call('GET /api/drawers/:id', {
  tag: 'Payments',
  about: 'The cash that should be at each counter of a shop',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({ success, timeZone: z.string(), drawers: z.array(drawer) }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/**
 * `lastCountId`, `taken` and `handedBack` are what the person was shown. If cash was taken, handed back or counted since, nothing is recorded
 * (`drawer_changed`). So each rupee is in one count, or still in its drawer.
 */
export const countCash = call('POST /api/drawers/:id/counts', {
  tag: 'Payments',
  about: 'Records what a person has counted in a drawer',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z
    .object({
      counterId: id.nullable(),
      lastCountId: id.nullable(),
      taken: count,
      handedBack: count,
      countedPaise: typed,
      leftPaise: typed.default(0),
      note: text(280).default(''),
    })
    .refine(({ countedPaise, leftPaise }) => leftPaise <= countedPaise, {
      path: ['leftPaise'],
      message: 'No more can stay in the drawer than was counted',
    }),
  answer: z.object({ success, timeZone: z.string(), count: cashCount }),
  refuses: ['shop_not_found', 'is_a_mall', 'counter_not_found', 'drawer_changed'],
})

/**
 * The counts of a day, the newest first, at most 500, and the drawers through which cash went since their last count. Also of shops that were
 * removed.
 */
export const readCash = call('GET /api/money/:id/cash', {
  tag: 'Payments',
  about: 'The cash of a mall or a shop: what was counted on a day, and what has not been counted yet',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({
    /** Absent: the service day that runs now. */
    day: dayAsked.optional(),
  }),
  answer: z.object({ success, timeZone: z.string(), counts: z.array(cashCount), uncounted: z.array(drawer) }),
  refuses: ['mall_not_found'],
})
