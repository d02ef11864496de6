import { z } from 'zod'
import { isEmail, mobileError } from '#contract/base/checks.ts'

/** A mobile number with the specification's own sentences. */
export const mobile = z
  .string('Please enter your mobile number')
  .max(40)
  .superRefine((text, context) => {
    const error = mobileError(text)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/**
 * A person's name: 1–80 characters, trimmed, NFC, no control characters. Characters that change the writing direction are refused, because
 * they change how the text next to the name reads. The joiners of Indian scripts are allowed.
 */
export const personName = z
  .string('Please enter your name')
  .max(400)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please enter your name')
      .max(80, 'Please use at most 80 characters')
      .regex(/^[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, 'This has a hidden character. Please type it again'),
  )

export const email = z
  .string('please insert valid email')
  .max(400)
  .transform((text) => text.trim())
  .pipe(z.string().refine(isEmail, 'please insert valid email'))
