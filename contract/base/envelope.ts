import { z } from 'zod'

/** ISO 8601 text on the wire, a `Date` in our code. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** `YYYY-MM-DD` from 2000 to 2999: in ancient years, time zones have offsets that the database cannot read, and the year 10000 has no such form. */
export const dayAsked = z.iso.date('Please choose a date').refine((one) => one >= '2000-01-01' && one < '3000', 'Please choose a date')

export const id = z.string().min(1).max(200)
const https = z.url({ protocol: /^https$/ })
/** True only for a complete address. */
export const isHttps = (text: string): boolean => https.safeParse(text).success
/** The upper bound is ₹1 crore, far above any fee. */
export const paise = z.int().min(0).max(1_000_000_000)
export const count = z.int().min(0).max(2_000_000_000)
/** Epoch milliseconds by the server's clock. */
export const epochMs = z.int().min(0).max(8_640_000_000_000)
/** Marks a response that is not an error. */
export const success = z.literal(true)

/** The body of every error response. */
export const errorAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Needed for the second step of a sign-in. */
  challenge: z.string().optional(),
  enrol: z.object({ secret: z.string(), url: z.string() }).optional(),
  /** What it costs now (`price_changed`). */
  amountPaise: paise.optional(),
  /** The nearest slot with space (`slot_full`); absent if none is free. */
  nearest: z.object({ id: z.string(), startsAt: z.iso.datetime() }).optional(),
  /** One of which the call must name (`several_gstins`). */
  gstins: z.array(z.string()).optional(),
  requestId: z.string().optional(),
})
