import { z } from 'zod'
import { count, id, paise, success } from '#contract/base/envelope.ts'
import { call, managers } from '#contract/call.ts'
import { shopSettings } from '#contract/shops/shapes.ts'

const settingsAnswer = shopSettings.extend({
  success,
  // As they are stored: the transforms of a form's fields cannot be encoded.
  supportContact: z.string().nullable(),
  editor: z.object({ name: z.string(), mobile: z.string(), email: z.string() }).nullable(),
  shopId: z.string(),
  name: z.string(),
  mallId: z.string(),
  /** GST on top if the mall has a GSTIN, in basis points. */
  taxBasisPoints: count.nullable(),
  totalPaise: paise,
  counters: z.array(z.object({ id: z.string(), name: z.string(), isOpen: z.boolean() })),
})

export const readSettings = call('GET /api/settings/:id', {
  tag: 'Malls and shops',
  about: 'A shop’s settings',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: settingsAnswer,
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** Absent fields stay. */
export const changeSettings = call('PUT /api/settings/:id', {
  tag: 'Malls and shops',
  about: 'Changes a shop’s settings',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: shopSettings.partial(),
  answer: settingsAnswer,
  refuses: ['shop_not_found', 'is_a_mall', 'no_slots'],
})

/** Nothing changes: the owner is asked before these hours are saved. */
export const countEndingBookings = call('POST /api/settings/:id/ending-bookings', {
  tag: 'Malls and shops',
  about: 'How many bookings would end if a shop had these opening hours',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: shopSettings.pick({ openingHours: true, exceptions: true }),
  answer: z.object({ success, count }),
  refuses: ['shop_not_found', 'is_a_mall'],
})
