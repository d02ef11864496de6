import { z } from 'zod'
import { count, epochMs, id, instant, success } from '#contract/base/envelope.ts'
import { mobileIn } from '#contract/base/typed.ts'
import { call, desk } from '#contract/call.ts'
import { pauseReasons } from '#contract/queue/queue.ts'
import { paused, ticket } from '#contract/queue/shapes.ts'

/** A bare array in the order of the staff table. */
export const listTickets = call('GET /api/get-data/:id', {
  tag: 'Desk',
  about: 'The staff table of a shop: the live tickets of today',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.array(ticket),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** The last missed first; at most 100. */
export const listMissed = call('GET /api/missed/:id', {
  tag: 'Desk',
  about: 'The tickets that were missed at a shop today and are no longer on the staff table',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: z.object({ success, tickets: z.array(ticket) }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** Idempotent per call of a ticket. */
export const callByNumber = call('POST /api/send-message', {
  tag: 'Desk',
  about: 'Call by mobile number: one notice per call, however often it is pressed',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  body: z
    .object({ number: z.union([z.string().max(40), z.int()]).optional(), ticketId: id.optional(), counterId: id.optional() })
    .transform(({ number, ...more }) => ({ ...more, mobile: number === undefined ? '' : mobileIn(String(number)) })),
  answer: z.object({
    success,
    message: z.string(),
    /** True if the ticket was called before: no second message goes out. */
    alreadyCalled: z.boolean(),
    ticket,
  }),
  refuses: [
    'empty_number',
    'ambiguous_ticket',
    'ticket_not_found',
    'wrong_state',
    'counter_not_found',
    'counter_closed',
    'counter_busy',
    'counters_busy',
  ],
})

export const startCountdown = call('POST /api/start-countdown', {
  tag: 'Desk',
  about: 'The countdown of a call; can restart it with another duration',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  body: z
    .object({ duration: z.int().min(1).max(3600).optional(), phoneNumber: z.union([z.string().max(40), z.int()]), shopId: id })
    .transform(({ phoneNumber, ...more }) => ({ ...more, mobile: mobileIn(String(phoneNumber)) })),
  answer: z.object({ success, startTime: epochMs, duration: count, serverTime: epochMs }),
  refuses: ['shop_not_found', 'is_a_mall', 'ticket_not_found', 'not_called'],
})

const deskState = z.object({
  success,
  shopId: z.string(),
  counters: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isOpen: z.boolean(),
      /** When its pause ends automatically; null unless it is paused. */
      pausedUntil: instant.nullable(),
      /** One name for each device. */
      people: z.array(z.string()),
      /** The token number that is called to this counter or served at it. */
      token: count.nullable(),
    }),
  ),
  /** The counter that this device is at. */
  mine: z.string().nullable(),
  paused: paused.nullable(),
  /** Bookings at times that the opening hours do not cover any more, of any day. `first` has the soonest 50. */
  outside: z.object({
    count,
    first: z.array(z.object({ ticketId: z.string(), number: count, name: z.string(), mobile: z.string(), startsAt: instant })),
  }),
  /** Minutes. */
  graceMinutes: count,
  minutesPerTicket: count,
  /** The wait in the billing queue, as the shop states it. */
  usualWaitMinutes: count.nullable(),
  mayRefund: z.boolean(),
})
/** In our words. */
export type DeskState = z.output<typeof deskState>

export const readDeskState = call('GET /api/desk/:id', {
  tag: 'Desk',
  about: 'The counters of a shop: who works there, which number is at each, and whether the shop is paused',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: deskState,
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** `open` also opens the counter. */
export const counterSession = call('POST /api/counters/:id/session', {
  tag: 'Desk',
  about: 'Puts this device at the counter, or takes it off the counter and closes it',
  by: 'account',
  roles: desk,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({
    open: z.boolean(),
    /** Minutes in which the counter takes no calls; only with `open`. */
    pausedFor: z.int().min(1).max(240).optional(),
  }),
  answer: deskState,
  refuses: ['counter_not_found', 'shop_not_found'],
})

export const pauseShop = call('POST /api/shops/:id/pause', {
  tag: 'Desk',
  about: 'Pause the shop: it takes no new tickets for some time; or end the pause',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.union([
    z.object({
      reason: z.enum(pauseReasons),
      /** In the future, at most a day from now. */
      until: instant.optional(),
    }),
    z.object({ resume: z.literal(true) }),
  ]),
  answer: z.object({ success, paused: paused.nullable() }),
  refuses: ['shop_not_found', 'is_a_mall'],
})
