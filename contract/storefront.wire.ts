import { z } from 'zod'
import { count, epochMs, id, instant, paise, success } from './envelope.ts'
import { gatewayNames, paymentStates } from './payments.ts'
import { lane, ticketState } from './queue.wire.ts'

/** The public state of the queue; `Digest` of `waiting.ts` on the wire. */
export const digest = z.object({
  shopId: z.string(),
  seq: count,
  waiting: count,
  order: z.array(z.union([count, z.tuple([count, count])])),
  nowServing: z.array(z.object({ number: count, counter: z.string().nullable() })),
  minutesPerTicket: z.number(),
  openCounters: count,
  serverTime: epochMs,
})

/** What anyone may know of a shop: what its first screen shows. */
export const storefront = z.object({
  kind: z.literal('shop'),
  shop: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    mallId: z.string(),
    mallTitle: z.string(),
    /** Where in the mall, as `level 1`; empty where it is not said. */
    place: z.string(),
    /** The mall's, by which its screens tell the time. */
    timeZone: z.string(),
    supportContact: z.string().nullable(),
  }),
  display: z.object({
    backgroundImage: z.string().nullable(),
    /** What the picture shows; empty where nobody has said it. */
    imageAlt: z.string(),
    slidingText: z.string(),
    largeLetter: z.string(),
    passText: z.string(),
    /** The address of the shop's own looping sound; null where the house's own plays. */
    audio: z.string().nullable(),
  }),
  fee: z.object({
    basePaise: paise,
    extraPaise: paise,
    totalPaise: paise,
    taxBasisPoints: count.nullable(),
    currency: z.literal('INR'),
    /** True where leaving before being called gives the full fee back. */
    refundOnLeave: z.boolean(),
  }),
  lanes: z.array(z.object({ lane, headStartMinutes: count })),
  /** Bookable times; empty until the shop offers slots. */
  slots: z.array(z.object({ id: z.string(), startsAt: instant, left: count })),
  gateways: z.array(z.enum(gatewayNames)),
  open: z.object({ isOpen: z.boolean(), opensAt: instant.nullable() }),
  queue: digest,
  demo: z.boolean(),
})
export type StorefrontWire = z.input<typeof storefront>

/** GET /api/storefront/{id} */
export const readStorefront = { params: z.object({ id }), answer: storefront.extend({ success }) }

/** A ticket as its own shopper sees it, live. */
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
  /** Counts the changes of this ticket: a screen keeps the higher one. */
  version: count,
  /** The shop's stream at the time of reading. */
  seq: count,
  /** The running call: countdown and the counter to go to. */
  call: z.object({ startTime: epochMs, duration: count, counter: z.string().nullable() }).nullable(),
  payment: z
    .object({
      id: z.string(),
      state: z.enum(paymentStates),
      gateway: z.enum(gatewayNames),
      amountPaise: paise,
      expiresAt: instant,
    })
    .nullable(),
  receiptId: z.string().nullable(),
  /** Until when the place is held without payment. */
  heldUntil: instant.nullable(),
  /** The messages that went (or would have gone, in demo mode) to this person's phone, oldest first. */
  messages: z.array(z.object({ id: z.string(), kind: z.string(), channel: z.string(), state: z.string(), text: z.string(), at: instant })),
  /** The server's clock when this was read, epoch ms. */
  serverTime: epochMs,
})
export type Pass = z.output<typeof pass>
export type PassWire = z.input<typeof pass>

/** GET /api/tickets/{id} */
export const readPass = { params: z.object({ id }), answer: pass.extend({ success }) }

/** The entrance of a mall: its shops to choose from. */
export interface MallEntrance {
  kind: 'mall'
  mall: { id: string; title: string; description: string; image: string | null }
  shops: { id: string; name: string; description: string; image: string | null; waiting: number; isOpen: boolean; totalPaise: number }[]
  demo: boolean
}

/** What the server puts into the HTML of a shopper screen, so that its first paint needs no further request. */
export interface FirstData {
  screen: 'welcome' | 'entrance' | 'information' | 'payment' | 'token' | 'missing'
  locale: 'en' | 'hi'
  /** Null on `missing` and `entrance`. */
  storefront: StorefrontWire | null
  /** Set on `entrance` alone. */
  entrance: MallEntrance | null
  /** The verified shopper's own ticket at this shop today, where there is one. */
  pass: PassWire | null
  /** True where the caller's cookie belongs to a verified mobile. */
  verified: boolean
  demo: boolean
  /** The counter whose code was scanned (`?counter=`), kept through the journey. */
  counter: string | null
  /** The server's clock, epoch ms. */
  serverTime: number
}
