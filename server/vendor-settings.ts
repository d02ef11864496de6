import { z } from 'zod'
import { isThisMachine, travelsOpen } from './addresses.ts'

/** `url` is the address of its API (null: the vendor's own), `scriptUrl` that of its checkout. */
interface PaymentVendor {
  url: string | null
  scriptUrl: string
}

/** The vendors that malls may use; null if this server must not call one. */
export interface Vendors {
  razorpay: PaymentVendor | null
  cashfree: PaymentVendor | null
}

const names = ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'CASHFREE_API_URL', 'CASHFREE_SCRIPT_URL'] as const
type Name = (typeof names)[number]
type Settings = { [N in Name]?: string | undefined }

const address = (name: Name) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.url({ protocol: /^https?$/, error: `${name} must be a full address` }).optional(),
  )

/** For tests: a vendor's own address is the default. */
export const vendorSettings = {
  RAZORPAY_API_URL: address('RAZORPAY_API_URL'),
  RAZORPAY_CHECKOUT_URL: address('RAZORPAY_CHECKOUT_URL'),
  CASHFREE_API_URL: address('CASHFREE_API_URL'),
  CASHFREE_SCRIPT_URL: address('CASHFREE_SCRIPT_URL'),
}

export const vendorProblems = (e: Settings, production: boolean): string[] =>
  names.flatMap((name) => {
    if (production && travelsOpen(e[name]))
      return [`${name} must start with https:// in production: over http, keys can be read on the way`]
    if (!production && e[name] && !isThisMachine(new URL(e[name]).hostname))
      return [`${name} leads to another machine; a demo takes no real money, so it must be an address of this machine`]
    return []
  })

/** A demo calls a vendor only if its API is on this machine. */
export function vendorsFrom(e: Settings, production: boolean): Vendors {
  const at = (url: string | undefined, scriptUrl: string): PaymentVendor | null =>
    production || url !== undefined ? { url: url?.replace(/\/+$/, '') ?? null, scriptUrl } : null
  return {
    razorpay: at(e.RAZORPAY_API_URL, e.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js'),
    cashfree: at(e.CASHFREE_API_URL, e.CASHFREE_SCRIPT_URL ?? 'https://sdk.cashfree.com/js/v3/cashfree.js'),
  }
}
