import { z } from 'zod'
import { count, dayAsked, id, instant, paise, success } from '#contract/base/envelope.ts'
import { call, managers } from '#contract/call.ts'
import { lane, ticketState } from '#contract/queue/shapes.ts'
import { slotOfTicket } from '#contract/slots/shapes.ts'
import { moneyPaper } from './money-calls.ts'
import { gatewayNames } from './payments.ts'

const dayStep = z.object({
  at: instant,
  /** Our word for what was done: `issue`, `call`, `complete` … */
  action: z.string(),
  /** A `person` has a name if the account still belongs to the mall: an operator stays unnamed. */
  by: z.object({ kind: z.enum(['shopper', 'person', 'system']), name: z.string().nullable() }),
  /** True if staff took it back. */
  undone: z.boolean(),
  /** Called while another person was first in line. */
  outOfTurn: z.boolean(),
})
export type DayStep = z.output<typeof dayStep>

const dayTicket = z.object({
  id: z.string(),
  token: count,
  shopId: z.string(),
  shopName: z.string(),
  lane,
  state: ticketState,
  name: z.string(),
  mobile: z.string(),
  slot: slotOfTicket,
  joinedAt: instant.nullable(),
  calledAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Null if it was free, or nothing has come in. */
  payment: z
    .object({ id: z.string(), gateway: z.enum(gatewayNames), amountPaise: paise, refundedPaise: paise, duePaise: paise })
    .nullable(),
  /** Its receipt, then the papers of its refunds. */
  papers: z.array(moneyPaper),
  steps: z.array(dayStep),
})
export type DayTicket = z.output<typeof dayTicket>

/** Only tickets with a token number, shop by shop, the newest first; 50 at a time. */
export const readDay = call('GET /api/money/:id/day', {
  tag: 'Payments',
  about: 'A day of a mall or a shop: its tickets with their receipts, and who did what',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({
    /** Absent: the service day that runs now. */
    day: dayAsked.optional(),
    /** `next` of the previous page. */
    cursor: z.string().min(1).max(400).optional(),
  }),
  answer: z.object({
    success,
    day: z.string(),
    /** The service day that runs now. */
    today: z.string(),
    timeZone: z.string(),
    tickets: z.array(dayTicket),
    next: z.string().nullable(),
  }),
  refuses: ['mall_not_found'],
})
