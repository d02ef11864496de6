import type { CheckoutSources } from '#server/payments/gateway.ts'

/**
 * The origins of a checkout: those that the vendor names if the script is its own. A script at another address is a double, which has all
 * of them at its own origin.
 */
export function checkoutSourcesOf(scriptUrl: string, domain: string, own: CheckoutSources): CheckoutSources {
  const { origin, hostname } = new URL(scriptUrl)
  if (hostname.endsWith(`.${domain}`)) return own
  return { script: [origin], frame: [origin], connect: [origin], form: [origin] }
}
