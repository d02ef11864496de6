import type { GatewayName } from '#contract/payments/payments.ts'

/** The same in every language. */
export const vendorTitle = (name: GatewayName): string => name.charAt(0).toUpperCase() + name.slice(1)
