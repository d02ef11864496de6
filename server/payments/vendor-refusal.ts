import { Refusal } from '#contract/base/errors.ts'
import { VendorBusy } from './gateway.ts'

export const vendorRefusal = (error: unknown): Refusal =>
  error instanceof VendorBusy
    ? new Refusal('unavailable', { retryAfterSeconds: error.retryAfterSeconds })
    : new Refusal('gateway_unavailable')
