import { z } from 'zod'
import { isEmail, mobileError } from './checks.ts'
import { id, success } from './envelope.ts'

/** A mobile number with the specification's own sentences. */
export const mobile = z
  .string('Please enter your mobile number')
  .max(40)
  .superRefine((text, context) => {
    const error = mobileError(text)
    if (error) context.addIssue({ code: 'custom', message: error })
  })

/** A person's name: 1–80 characters, trimmed, NFC, no control characters. */
export const personName = z
  .string('Please enter your name')
  .max(400)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please enter your name')
      .max(80, 'Please use at most 80 characters')
      .regex(/^[^\p{Cc}]*$/u, 'Please use letters only'),
  )

export const email = z
  .string('please insert valid email')
  .max(400)
  .transform((text) => text.trim())
  .pipe(z.string().refine(isEmail, 'please insert valid email'))

/** POST /api/send-otp. A client's `token` (a random number) is accepted and ignored, as every unknown field is. */
export const sendOtp = {
  body: z.object({ mobile, name: personName, email, shopid: id.optional() }),
  answer: z.object({
    success,
    phone: z.string(),
    /** Seconds until the code ends. */
    expiresIn: z.number(),
    /** Seconds until another code may be asked for. */
    resendAfter: z.number(),
    /** Only in demo mode. */
    otp: z.string().optional(),
    /** `editdisplay` where the three fields match the shop's display editor contact. */
    next: z.literal('editdisplay').optional(),
  }),
}

/** POST /api/verify-otp; sets the shopper's cookie. */
export const verifyOtp = {
  body: z.object({ mobile, otp: z.string().trim().max(20) }),
  answer: z.object({ success, phone: z.string() }),
}
