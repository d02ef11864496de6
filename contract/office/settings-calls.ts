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

/** Bookings stay when hours change; the desk lists those that are outside of them (`GET /api/desk/:id`). */
export const endBookings = call('POST /api/settings/:id/end-bookings', {
  tag: 'Malls and shops',
  about: 'Ends the bookings outside the opening hours of a shop: the fees come back, and the people are told',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({
    success,
    /** How many have ended. */
    count,
  }),
  refuses: ['shop_not_found', 'is_a_mall'],
})
