import { z } from 'zod'

/** A name of a mall or a shop: 1–80 characters, trimmed, NFC, not `.` or `..` (it is part of paths). */
export const placeName = z
  .string()
  .max(400)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please enter a name')
      .max(80, 'Please use at most 80 characters')
      .regex(/^[^\p{Cc}]*$/u, 'This has a hidden character. Please type it again')
      .refine((name) => name !== '.' && name !== '..', 'Please choose another name'),
  )

/** The description of a mall or a shop in a form: at most 500 characters, trimmed, NFC. */
export const placeDescription = z
  .string()
  .max(2000)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().max(500, 'Please use at most 500 characters'))

/** What the answers say of a mall and of a shop alike. */
export const placeFields = { description: z.string(), image: z.string().nullable() }

/** A phone number or an email for shoppers; blank means none. */
export const contact = z
  .string()
  .trim()
  .max(120)
  .nullable()
  .transform((text) => (text === '' ? null : text))
