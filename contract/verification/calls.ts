import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { typedCode } from '#contract/base/text-shapes.ts'
import { call } from '#contract/call.ts'
import { email, mobile, personName } from './shapes.ts'

/** A `token` of the client (a random number) is ignored, as every unknown field is. */
export const sendOtp = call('POST /api/send-otp', {
  tag: 'Verification',
  about: 'Send a one-time passcode to a mobile',
  by: 'none',
  limit: 'otp',
  body: z.object({ mobile, name: personName, email, shopid: id.optional() }),
  answer: z.object({
    success,
    phone: z.string(),
    /** Seconds until the code expires. */
    expiresIn: z.number(),
    /** Seconds until another code may be requested. */
    resendAfter: z.number(),
    /** Only in demo mode. */
    otp: z.string().optional(),
    /** `editdisplay` if the three fields match the shop's display editor contact. */
    next: z.literal('editdisplay').optional(),
  }),
  refuses: ['shop_not_found', 'is_a_mall', 'otp_wait', 'otp_limit', 'otp_address', 'otp_budget'],
})

/** For a shared phone. Also removes the shopper's cookie. */
export const forgetShopper = call('POST /api/forget-shopper', {
  tag: 'Verification',
  about: 'End the session of the shopper on this phone',
  by: 'shopper',
  credential: true,
  limit: 'write',
  body: z.object({}).optional().nullable(),
  answer: z.object({ success }),
  refuses: [],
})

export const verifyOtp = call('POST /api/verify-otp', {
  tag: 'Verification',
  about: 'Prove the passcode; sets the cookie of the shopper',
  by: 'none',
  credential: true,
  limit: 'otp',
  body: z.object({ mobile, otp: typedCode }),
  answer: z.object({ success, phone: z.string() }),
  refuses: ['invalid_otp', 'otp_tries'],
})
