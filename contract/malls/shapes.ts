import { z } from 'zod'
import { name, text } from '#contract/base/text-shapes.ts'
import { plainDigits } from '#contract/base/typed.ts'

/** 1–80 letters, not `.` or `..`, because the name is part of paths. */
export const placeName = name(80, 'Please enter a name').refine((shown) => shown !== '.' && shown !== '..', 'Please choose another name')

/** At most 500 letters. */
export const placeDescription = text(500)

/** `slug` is the first segment of the address on the web. */
export const placeFields = { slug: z.string(), description: z.string(), image: z.string().nullable() }

/** A phone number or an email for shoppers; blank means none. */
export const contact = text(120)
  .nullable()
  .transform((shown) => (shown === null || shown === '' ? null : /\p{L}/u.test(shown) ? shown : plainDigits(shown)))
