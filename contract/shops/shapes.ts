import { z } from 'zod'
import { id, isHttps } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { contact, placeFields } from '#contract/malls/shapes.ts'
import { servicePromise } from '#contract/queue/shapes.ts'
import { slotSettings } from '#contract/slots/shapes.ts'
import { email, mobile, personName } from '#contract/verification/shapes.ts'

/** An https address; empty for none. */
export const shopLink = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isHttps(text), 'Please enter an address that begins with https://')
  .transform((text) => (text === '' ? null : text))

/** A shop as the specification's "menu item". `email` is only for accounts that may manage it. */
export const menuItem = z.codec(
  z.object({ _id: z.string(), name: z.string(), ...placeFields, link: z.string().nullable(), email: z.string().nullable().optional() }),
  z.object({ id: z.string(), name: z.string(), ...placeFields, link: z.string().nullable(), email: z.string().nullable().optional() }),
  { decode: ({ _id, ...rest }) => ({ id: _id, ...rest }), encode: ({ id, ...rest }) => ({ _id: id, ...rest }) },
)

/** `shopId` is the mall's id, `itemName` the shop's current name. */
export const shopByName = z.object({ shopId: id, itemName: z.string().min(1).max(200) })

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Please use a time such as 10:00')
const span = z.tuple([clock, clock])
const isDay = (text: string) =>
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
export const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a date')
  .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text), 'Please choose a date')

export const shopSettings = z.object({
  /** 0 is free. */
  baseFeePaise: z.int().min(0).max(10_000_000),
  /** Added to the base fee if the mall has no GSTIN. */
  extraPaise: z.int().min(0).max(10_000_000),
  minutesPerTicket: z.int().min(1).max(240),
  headStartMinutes: z.int().min(0).max(240),
  countdownSeconds: z.int().min(1).max(3600),
  /** Minutes after the countdown in which a called ticket is not missed yet. */
  graceMinutes: z.int().min(0).max(60),
  refundOnLeave: z.boolean(),
  /** The most that staff may refund of one payment; 0: only the owner can. */
  staffRefundLimitPaise: z.int().min(0).max(10_000_000),
  /** A shopper who is not called within these minutes gets the fee back. */
  promise: servicePromise.nullable(),
  place: text(80),
  /** Null or blank: shoppers see the mall's. */
  supportContact: contact,
  /** The wait in the billing queue without priority, as the shop states it. */
  usualWaitMinutes: z.int().min(1).max(600).nullable(),
  /** Per weekday, 0 = Sunday; null means open at any hour. */
  openingHours: z.array(z.array(span).max(4)).length(7).nullable(),
  /** Days that differ: closed (no spans) or other hours. */
  exceptions: z
    .array(z.object({ day: localDay, spans: z.array(span).max(4) }))
    .max(100)
    .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, 'This date is already listed'),
  /** Null: the shop offers no slots. */
  slots: slotSettings.nullable(),
  editor: z.object({ name: personName, mobile, email }).nullable(),
})
export type ShopSettings = z.output<typeof shopSettings>
