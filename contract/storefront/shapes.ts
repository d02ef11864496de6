import { z } from 'zod'
import { count, epochMs, instant, paise } from '#contract/base/envelope.ts'
import { gatewayNames, paymentStates } from '#contract/payments/payments.ts'
import { digest, lane, promiseState, servicePromise, ticketState } from '#contract/queue/shapes.ts'
import { slotOfTicket } from '#contract/slots/shapes.ts'

/** Public: the first screen of a shop shows it. */
export const storefront = z.object({
  kind: z.literal('shop'),
  shop: z.object({
    id: z.string(),
    /** The first segment of its address; the id leads there too. */
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    mallId: z.string(),
    mallTitle: z.string(),
    /** Where in the mall, such as `level 1`; empty if the shop does not say. */
    place: z.string(),
    /** The mall's time zone, in which its screens show times. */
    timeZone: z.string(),
    /** The hour of the mall's clocks at which its service day begins: a slot before it belongs to the day before. */
    dayStartHour: count,
    /** The contact of the shop, else of the mall; null if neither has one. */
    supportContact: z.string().nullable(),
    /** How long the billing queue takes without priority, in minutes, as the shop states it. */
    usualWaitMinutes: count.nullable(),
  }),
  display: z.object({
    backgroundImage: z.string().nullable(),
    /** What the picture shows; empty if it is not described. */
    imageAlt: z.string(),
    slidingText: z.string(),
    largeLetter: z.string(),
    passText: z.string(),
    /** Null if the product's default sound plays. */
    audio: z.string().nullable(),
  }),
  fee: z.object({
    basePaise: paise,
    extraPaise: paise,
    totalPaise: paise,
    taxBasisPoints: count.nullable(),
    currency: z.literal('INR'),
    /** True if leaving before being called gives the full fee back; a booking has a limit (`refundUntil`). */
    refundOnLeave: z.boolean(),
  }),
  /** The service promise of new tickets; null if the shop makes none, and if it costs nothing. */
  promise: servicePromise.nullable(),
  lanes: z.array(z.object({ lane, headStartMinutes: count })),
  /** The next times with space, soonest first, of the next two days with times to come; at most eight. `GET /api/slots/:id` has all. */
  slots: z.array(z.object({ id: z.string(), startsAt: instant, left: count })),
  /** Null if the shop offers no slots. */
  booking: z.object({ minutes: count, daysAhead: count, moveUntilMinutes: count }).nullable(),
  gateways: z.array(z.enum(gatewayNames)),
  open: z.object({ isOpen: z.boolean(), opensAt: instant.nullable() }),
  queue: digest,
  demo: z.boolean(),
})
export type StorefrontWire = z.input<typeof storefront>

/** What the shopper sees, live. */
export const pass = z.object({
  id: z.string(),
  shopId: z.string(),
  name: z.string(),
  mobile: z.string(),
  /** Null while payment is owed. */
  number: count.nullable(),
  state: ticketState,
  lane,
  joinedAt: instant.nullable(),
  slot: slotOfTicket,
  /** Null if the booking cannot be moved any more. */
  moveUntil: instant.nullable(),
  /** The seller's postal address, as on receipts, for a person who booked; null for others. Empty if the owner gave none. */
  address: z.string().nullable(),
  /** After this, the fee of a booking does not come back; null without such a limit. */
  refundUntil: instant.nullable(),
  /** Null without a booking. */
  remindAt: instant.nullable(),
  /** Counts the changes of this ticket: a screen keeps the state with the higher number. */
  version: count,
  /** The sequence number of the shop's stream at the time of reading. */
  seq: count,
  call: z
    .object({
      startTime: epochMs,
      duration: count,
      /** How often this person was called or recalled: the phone rings when it changes. */
      rings: count,
      counter: z.string().nullable(),
      /** When it becomes missed automatically: after the countdown and the grace time. */
      missedAt: epochMs,
    })
    .nullable(),
  /** The counter of the call, or the counter where this person is served. */
  counter: z.string().nullable(),
  /** Set while the person waits again because staff undid the last call. */
  undoneAt: epochMs.nullable(),
  payment: z
    .object({
      id: z.string(),
      state: z.enum(paymentStates),
      gateway: z.enum(gatewayNames),
      amountPaise: paise,
      expiresAt: instant,
      /** The promise made with this order: true if leaving before being called gives the fee back. */
      refundOnLeave: z.boolean(),
      /** What goes back of it, oldest first: `by_hand` is cash to collect at the counter. */
      refunds: z.array(
        z.object({
          id: z.string(),
          amountPaise: paise,
          state: z.enum(['started', 'by_hand', 'done']),
          /** With it, the shopper's bank finds the money; null until the vendor tells it. */
          bankReference: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** As it was when the order was made. It has an end from the time of joining. `broken`: no call came in time, and the fee goes back. */
  promise: z
    .object({ minutes: count, until: epochMs, state: promiseState })
    .or(z.object({ minutes: count, until: z.null(), state: z.null() }))
    .nullable(),
  receiptId: z.string().nullable(),
  heldUntil: instant.nullable(),
  /** The messages that went (or would have gone, in demo mode) to this person's phone, oldest first. */
  messages: z.array(z.object({ id: z.string(), kind: z.string(), channel: z.string(), state: z.string(), text: z.string(), at: instant })),
  /** The server's clock when this was read, epoch ms. */
  serverTime: epochMs,
})
export type Pass = z.output<typeof pass>
export type PassWire = z.input<typeof pass>
