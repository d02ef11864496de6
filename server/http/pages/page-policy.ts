/**
 * The Content-Security-Policy of an HTML page: our own files, and inline only elements with this page's nonce. `checkoutOrigins` are
 * the origins of a payment vendor whose checkout this page opens; `https` also upgrades http addresses to https.
 */
export function pagePolicy(nonce: string, checkoutOrigins: readonly string[] = [], https = false): string {
  const vendor = checkoutOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${vendor}`,
    "frame-ancestors 'none'",
    `script-src 'self' 'nonce-${nonce}'${vendor}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    // 'self' covers the socket of the same origin.
    `connect-src 'self'${vendor}`,
    ...(vendor === '' ? [] : [`frame-src${vendor}`]),
    "media-src 'self' blob:",
    "manifest-src 'self'",
    // blob: is how Vite's development client notices that the server is back.
    "worker-src 'self' blob:",
    'report-uri /api/reports/csp',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
