import { Refusal } from '#contract/base/errors.ts'
import { VendorBusy } from './gateway.ts'

/** What a caller is told if a call to a gateway threw: `unavailable` if the vendor takes no more calls for a moment, else `gateway_unavailable`. */
export const vendorRefusal = (error: unknown): Refusal =>
  error instanceof VendorBusy
    ? new Refusal('unavailable', { retryAfterSeconds: error.retryAfterSeconds })
    : new Refusal('gateway_unavailable')
