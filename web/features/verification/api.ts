import type { z } from 'zod'
import type { sendOtp as sendOtpWire, verifyOtp as verifyOtpWire } from '../../../contract/verification.wire.ts'
import { caller } from '../../api/call.ts'

const call = caller()

/** Who the shopper says to be, as typed and tidied. */
export interface Person {
  name: string
  mobile: string
  email: string
}

/** What is known of a code that is on its way. Times in seconds from now. */
export interface SentCode {
  mobile: string
  expiresIn: number
  resendAfter: number
  /** The code itself; only in demo mode. */
  code: string | null
  /** True where the person is the shop's display editor contact and goes to the editor instead. */
  editsDisplay: boolean
}

/** Asks for a code by message to the person's mobile. Rejects with a `CallFailure`; `fields` names `name`, `mobile`, `email`. */
export async function sendOtp(person: Person, shopId: string): Promise<SentCode> {
  const wire = await call<z.input<typeof sendOtpWire.answer>>('POST', '/api/send-otp', { body: { ...person, shopid: shopId } })
  return {
    mobile: wire.phone,
    expiresIn: wire.expiresIn,
    resendAfter: wire.resendAfter,
    code: wire.otp ?? null,
    editsDisplay: wire.next === 'editdisplay',
  }
}

/** Proves the mobile by its code; the shopper's cookie is set by the answer. Rejects with `invalid_otp` or `otp_tries`. */
export async function verifyOtp(mobile: string, code: string): Promise<void> {
  await call<z.input<typeof verifyOtpWire.answer>>('POST', '/api/verify-otp', { body: { mobile, otp: code } })
}
