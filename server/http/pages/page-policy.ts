/** A page without scripts asks for no reports: they would bring the page's address into the log, and the address opens the page. */
export const scriptlessPolicy = (nonce: string, https = false): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Origins of a payment vendor. `form` has the targets of forms. */
interface Sources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
  form: readonly string[]
}

/**
 * Allows our own files, and inline only elements with this page's nonce. `checkouts` are the vendors whose checkout this page opens;
 * `https` also upgrades http addresses to https.
 */
export function pagePolicy(nonce: string, checkouts: readonly Sources[] = [], https = false): string {
  const vendors = (kind: keyof Sources) =>
    [...new Set(checkouts.flatMap((sources) => sources[kind]))].map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${vendors('form')}`,
    "frame-ancestors 'none'",
    `script-src 'self' 'nonce-${nonce}'${vendors('script')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // A vendor's script sets the size and place of its frame by style attributes. Style elements without the nonce stay refused.
    ...(checkouts.length === 0 ? [] : ["style-src-attr 'unsafe-inline'"]),
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    // 'self' covers the socket of the same origin.
    `connect-src 'self'${vendors('connect')}`,
    ...(checkouts.length === 0 ? [] : [`frame-src${vendors('frame')}`]),
    "media-src 'self' blob:",
    "manifest-src 'self'",
    // blob: is how Vite's development client notices that the server is back.
    "worker-src 'self' blob:",
    'report-uri /api/reports/csp',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * For a vendor's checkout, in addition to the policy: its windows may know their opener, and its frames may ask the browser for a payment.
 * Empty if the page opens no checkout.
 */
export function checkoutHeaders(checkouts: readonly Sources[]): Readonly<Record<string, string>> {
  if (checkouts.length === 0) return {}
  const frames = [...new Set(checkouts.flatMap(({ frame }) => frame))].map((origin) => ` "${origin}"`).join('')
  return {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self${frames})`,
  }
}
