import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { call, desk } from '#contract/call.ts'
import { pass, storefront } from './shapes.ts'

export const readStorefront = call('GET /api/storefront/:id', {
  tag: 'Malls and shops',
  about: 'A shop as its first screen shows it: fee, hours, live queue',
  by: 'none',
  limit: 'read',
  params: z.object({ id }),
  answer: storefront.extend({ success }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

export const readPass = call('GET /api/tickets/:id', {
  tag: 'Queue',
  about: 'A ticket as its own shopper sees it, live',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'read',
  params: z.object({ id }),
  answer: pass.extend({ success }),
  refuses: ['ticket_not_found'],
})

export const readCalendar = call('GET /api/tickets/:id/calendar', {
  tag: 'Queue',
  about: 'The booked time of a ticket, for the shopper’s calendar',
  by: 'shopper',
  tenant: 'private',
  limit: 'read',
  params: z.object({ id }),
  file: { type: 'text/calendar', about: 'One event (RFC 5545)' },
  refuses: ['ticket_not_found', 'wrong_state', 'shop_not_found'],
})
