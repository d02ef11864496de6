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
