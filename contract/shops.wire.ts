import { z } from 'zod'
import { count, id, paise, success } from './envelope.ts'
import { email, mobile, personName } from './verification.wire.ts'

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Please use a time such as 10:00')
const span = z.tuple([clock, clock])
const isDay = (text: string) =>
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const localDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a date')
  .refine((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text) || isDay(text), 'Please choose a date')

/** What an owner sets for a shop. */
export const shopSettings = z.object({
  /** ₹ in paise; 0 is free. */
  baseFeePaise: z.int().min(0).max(10_000_000),
  /** On top where the mall has no GSTIN. */
  extraPaise: z.int().min(0).max(10_000_000),
  minutesPerTicket: z.int().min(1).max(240),
  headStartMinutes: z.int().min(0).max(240),
  countdownSeconds: z.int().min(1).max(3600),
  refundOnLeave: z.boolean(),
  place: z.string().trim().max(80),
  supportContact: z.string().trim().max(120).nullable(),
  /** Per weekday, 0 = Sunday; null is open at any hour. */
  openingHours: z.array(z.array(span).max(4)).length(7).nullable(),
  /** Days that differ: closed (no spans) or other hours. */
  exceptions: z
    .array(z.object({ day: localDay, spans: z.array(span).max(4) }))
    .max(100)
    .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, 'A day stands there twice'),
  editor: z.object({ name: personName, mobile, email }).nullable(),
})
export type ShopSettings = z.output<typeof shopSettings>

/** GET /api/settings/{id} */
export const readSettings = {
  params: z.object({ id }),
  answer: shopSettings.extend({
    success,
    // As it is kept: what tidies a form's words has no way back.
    editor: z.object({ name: z.string(), mobile: z.string(), email: z.string() }).nullable(),
    shopId: z.string(),
    name: z.string(),
    mallId: z.string(),
    /** GST on top where the mall has a GSTIN; basis points. */
    taxBasisPoints: count.nullable(),
    totalPaise: paise,
    counters: z.array(z.object({ id: z.string(), name: z.string(), isOpen: z.boolean() })),
  }),
}

/** PUT /api/settings/{id}: absent fields stay. */
export const changeSettings = { params: z.object({ id }), body: shopSettings.partial(), answer: readSettings.answer }

const counterName = z.string().trim().min(1, 'Please enter a name').max(40)
const counter = z.object({ success, id: z.string(), name: z.string(), isOpen: z.boolean() })

/** POST /api/counters */
export const addCounter = { body: z.object({ shopId: id, name: counterName }), answer: counter }
/** PUT /api/counters/{id} */
export const changeCounter = {
  params: z.object({ id }),
  body: z.object({ name: counterName.optional(), isOpen: z.boolean().optional() }),
  answer: counter,
}
/** DELETE /api/counters/{id} */
export const removeCounter = { params: z.object({ id }), answer: z.object({ success }) }

/** GET /api/malls/{id}/overview: what a manager of a mall sees first. */
export const mallOverview = {
  params: z.object({ id }),
  answer: z.object({
    success,
    id: z.string(),
    title: z.string(),
    gstin: z.string().nullable(),
    legalName: z.string(),
    address: z.string(),
    timeZone: z.string(),
    shops: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        waiting: count,
        servedToday: count,
        isOpen: z.boolean(),
        totalPaise: paise,
        counters: count,
      }),
    ),
    /** A new owner's first steps, ticked by what is there. */
    checklist: z.object({ hasShop: z.boolean(), hasFee: z.boolean(), hasQr: z.boolean(), hasToken: z.boolean() }),
  }),
}

/** PUT /api/malls/{id}: what receipts need of the seller, and the mall's time zone. */
export const changeMallDetails = {
  params: z.object({ id }),
  body: z
    .object({
      title: z.string().trim().min(1).max(80),
      legalName: z.string().trim().max(120),
      address: z.string().trim().max(300),
      gstin: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^$|^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'A GSTIN has 15 characters, such as 27ABCDE1234F1Z5')
        .transform((text) => (text === '' ? null : text)),
      timeZone: z.string().max(64),
    })
    .partial(),
  answer: mallOverview.answer,
}
