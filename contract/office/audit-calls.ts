import { z } from 'zod'
import { auditGroups } from '#contract/audit/audit.ts'
import { auditEntry } from '#contract/audit/shapes.ts'
import { dayAsked as day, id, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, managers } from '#contract/call.ts'

/** Days are in the mall's time zone (for all malls: India's); both are included. */
const asked = z.object({
  /** `next` of the previous page: this page begins there. */
  cursor: z.string().min(1).max(400).optional(),
  group: z.enum(auditGroups).optional(),
  /** Leaves this group out. */
  without: z.enum(auditGroups).optional(),
  /** The account that acted, or that the action was about. */
  person: id.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Part of a name or a value. */
  text: text(80).optional(),
})

const page = z.object({
  success,
  entries: z.array(auditEntry),
  /** The time zone of the days in the filters; for all malls, India’s. */
  timeZone: z.string(),
  /** The cursor of the next page; null on the last. */
  next: z.string().nullable(),
  /** The people of the mall to filter by, at most 500. Empty for all malls. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const readMallAudit = call('GET /api/audit/:id', {
  tag: 'Malls and shops',
  about: 'Who did what in a mall, newest first, by page',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: asked,
  answer: page,
  refuses: ['mall_not_found', 'is_a_shop'],
})

export const exportMallAudit = call('GET /api/audit/:id/export', {
  tag: 'Malls and shops',
  about: 'Who did what in a mall, as one CSV file',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  query: asked,
  file: { type: 'text/csv', about: 'One line for each entry, newest first' },
  refuses: ['mall_not_found', 'is_a_shop'],
})

export const readAudit = call('GET /api/audit', {
  tag: 'The product',
  about: 'Who did what in all malls, newest first, by page',
  by: 'account',
  roles: ['superadmin'],
  limit: 'read',
  query: asked,
  answer: page,
  refuses: [],
})

export const exportAudit = call('GET /api/audit/export', {
  tag: 'The product',
  about: 'Who did what in all malls, as one CSV file',
  by: 'account',
  roles: ['superadmin'],
  limit: 'write',
  query: asked,
  file: { type: 'text/csv', about: 'One line for each entry, newest first' },
  refuses: [],
})
