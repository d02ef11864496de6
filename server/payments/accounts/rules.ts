import { HOUR } from '#contract/base/time.ts'
import { OLD_SECRET_HOURS, type VendorName } from '#contract/payments/payments.ts'

/** The secret of the key, or the secret that signs webhooks. */
export type SecretField = 'key' | 'webhook'

export const contextOf = (mallId: string, gateway: VendorName, field: SecretField): string => `gateway_secret ${mallId} ${gateway} ${field}`

/** A secret that was replaced after this moment is still valid. */
export const validSince = (now: Date): Date => new Date(now.getTime() - OLD_SECRET_HOURS * HOUR)

/** True if a key moves real money; a test key says so in its name. */
export const isLive = (gateway: VendorName, keyId: string | null): boolean =>
  keyId !== null && (gateway === 'razorpay' ? keyId.startsWith('rzp_live_') : !keyId.startsWith('TEST'))

/** Cashfree signs webhooks with the secret of the key. */
export const signingField = (gateway: VendorName): SecretField => (gateway === 'cashfree' ? 'key' : 'webhook')

export const isComplete = (gateway: VendorName, keyId: string | null, secrets: ReadonlySet<SecretField>): boolean =>
  keyId !== null && secrets.has('key') && secrets.has(signingField(gateway))
