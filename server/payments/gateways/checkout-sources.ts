import type { CheckoutSources } from '#server/payments/gateway.ts'

/** A script at another domain than the vendor's is a double, which has everything at its own origin. */
export function checkoutSourcesOf(scriptUrl: string, domain: string, own: CheckoutSources): CheckoutSources {
  const { origin, hostname } = new URL(scriptUrl)
  if (hostname.endsWith(`.${domain}`)) return own
  return { script: [origin], frame: [origin], connect: [origin], form: [origin] }
}
