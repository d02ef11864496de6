import { Secret, TOTP } from 'otpauth'
import { SECOND } from '#contract/base/time.ts'

/** The codes of an authenticator app (RFC 6238): six digits, a new one every 30 s. */

const totpOf = (secret: string, label: string) => new TOTP({ issuer: 'Red Carpet', label, secret: Secret.fromBase32(secret) })

/** 160 random bits in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The URL by which an app learns the secret; `email` names the account in the app. */
export const enrolmentUrl = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of a code; null for a wrong code. Accepts the steps before and after too, because clocks differ. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / (totp.period * SECOND)) + delta
}
