import { z } from 'zod'
import { isGstin } from '#contract/base/checks.ts'
import { name, text } from '#contract/base/text-shapes.ts'
import { gstinIn, plainDigits } from '#contract/base/typed.ts'

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

const GSTIN_WRONG = 'A GSTIN has 15 characters, such as 27ABCDE1234F1Z5'
const typedGstin = z.string().max(100).transform(gstinIn)
export const gstin = typedGstin.pipe(z.string().refine(isGstin, GSTIN_WRONG))
/** Blank means none. */
export const gstinOrNone = typedGstin
  .pipe(z.string().refine((one) => one === '' || isGstin(one), GSTIN_WRONG))
  .transform((one) => (one === '' ? null : one))
