import { z } from 'zod'
import { count, epochMs, id, instant, success } from '#contract/base/envelope.ts'
import { locales } from '#contract/base/locale.ts'
import { call, desk } from '#contract/call.ts'
import { email, mobile, personName } from '#contract/verification/shapes.ts'
import { ownTicket } from './shapes.ts'

const joined = z.object({ success, newInfo: ownTicket, next: z.enum(['payment', 'token']) })

/** 201, or 200 with today's ticket of this mobile. A `token` of the client is ignored: the server issues numbers. */
export const joinQueue = call('POST /api/information', {
  tag: 'Queue',
  about: 'Join the queue of a shop',
  by: 'shopper',
  limit: 'write',
  body: z
    .object({
      name: personName,
      mobile,
      email,
      shopid: id,
      /** The counter whose code was scanned. */
      counter: z.string().max(200).optional(),
      locale: z.enum(locales).optional(),
    })
    .transform(({ shopid, counter, ...more }) => ({ ...more, shopId: shopid, wishedCounterId: counter ?? null })),
  answer: joined,
  answers: { 200: joined, 201: joined },
  refuses: ['shop_not_found', 'is_a_mall', 'not_your_mobile', 'shop_closed', 'shop_paused', 'too_many_tickets'],
})

/** `token` is null while payment is owed. */
export const readToken = call('GET /api/get-token', {
  tag: 'Queue',
  about: 'The token number of a mobile today',
  by: 'either',
  roles: desk,
  tenant: 'private',
  limit: 'read',
  query: z.object({ phone: mobile, shopId: id.optional() }),
  answer: z.object({ success, token: count.nullable(), ticket: ownTicket }),
  refuses: ['ticket_not_found', 'shop_not_found'],
})

/**
 * Before payment, it holds a place in the slot for 15 minutes, counted from the first choice of this ticket. After payment, it moves the
 * booking, at most twice. `slotId: null` gives the place back; a paid ticket then joins the queue now. A waiting ticket that was never
 * called can be booked, too. Repeating it changes nothing.
 */
export const chooseSlot = call('POST /api/tickets/:id/slot', {
  tag: 'Queue',
  about: 'Hold, book or move the slot of a ticket, or join now instead',
  by: 'shopper',
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ slotId: id.nullable() }),
  answer: z.object({
    success,
    ticket: ownTicket,
    /** Null on a paid ticket. */
    heldUntil: instant.nullable(),
  }),
  refuses: [
    'ticket_not_found',
    'shop_not_found',
    'ticket_lapsed',
    'wrong_state',
    'slot_not_found',
    'slot_full',
    'slot_past',
    'held_enough',
    'held_too_often',
    'slot_pays_online',
    'already_booked',
    'too_many_tickets',
    'too_late_to_move',
    'moved_enough',
    'shop_closed',
    'shop_paused',
  ],
})

const oneCountdown = z.object({ startTime: epochMs, duration: count, token: count, counter: z.string().nullable() })

/** The current countdown is the last started. */
export const readCountdown = call('GET /api/get-countdown', {
  tag: 'Queue',
  about: 'The running countdowns of a shop, newest first',
  by: 'none',
  limit: 'read',
  query: z.object({ shopId: id.optional(), counter: z.string().max(80).optional() }),
  answer: z.object({
    success,
    startTime: epochMs.nullable(),
    duration: count,
    serverTime: epochMs,
    shopId: z.string(),
    token: count.nullable(),
    counter: z.string().nullable(),
    countdowns: z.array(oneCountdown),
  }),
  refuses: ['shop_not_found', 'is_a_mall', 'shop_required'],
})
