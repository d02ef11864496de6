import type * as calls from '#contract/verification/calls.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

/** Who the shopper claims to be: the typed values, cleaned up. */
export interface Person {
  name: string
  mobile: string
  email: string
}

/** Times are in seconds from now. */
export interface SentCode {
  mobile: string
  expiresIn: number
  resendAfter: number
  /** Only in demo mode; else null. */
  code: string | null
  /** True if the person is the shop's display editor contact and goes to the display editor instead of the queue. */
  editsDisplay: boolean
}

/** Rejects with a `CallFailure`, whose `fields` are `name`, `mobile`, `email`. */
export async function sendOtp(person: Person, shopId: string): Promise<SentCode> {
  const wire = await ask<typeof calls.sendOtp>('POST /api/send-otp', { body: { ...person, shopid: shopId } })
  return {
    mobile: wire.phone,
    expiresIn: wire.expiresIn,
    resendAfter: wire.resendAfter,
    code: wire.otp ?? null,
    editsDisplay: wire.next === 'editdisplay',
  }
}

/** The response sets the shopper's cookie. Rejects with `invalid_otp` or `otp_tries`. */
export async function verifyOtp(mobile: string, code: string): Promise<void> {
  await ask<typeof calls.verifyOtp>('POST /api/verify-otp', { body: { mobile, otp: code } })
}
