import { z } from 'zod'
import { name, text } from '#contract/base/text-shapes.ts'
import { plainDigits } from '#contract/base/typed.ts'

/** A name of a mall or a shop: 1–80 letters, not `.` or `..` (it is part of paths). */
export const placeName = name(80, 'Please enter a name').refine((shown) => shown !== '.' && shown !== '..', 'Please choose another name')

/** The description of a mall or a shop in a form: at most 500 letters. */
export const placeDescription = text(500)

/** What the answers say of a mall and of a shop alike. `slug` is the first segment of its address on the web. */
export const placeFields = { slug: z.string(), description: z.string(), image: z.string().nullable() }

/** A phone number or an email for shoppers; blank means none. */
export const contact = text(120)
  .nullable()
  .transform((shown) => (shown === null || shown === '' ? null : /\p{L}/u.test(shown) ? shown : plainDigits(shown)))
