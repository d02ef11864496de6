/**
 * Ids share one space: no id names both a mall and a shop. Generated ids are 20 characters of `[a-z0-9]` (about 103 bits,
 * not guessable); demo ids are readable (`phoenix-cafe`). Slugs share the space too: none is the id of another place. No id and no slug equals
 * a first path segment that the product uses itself.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'forgotpassword',
  'account',
  'version',
  'health',
  'ready',
  'metrics',
  'ownerdashboard',
  'branddashboard',
  'branddashboard2',
  'shop',
  'qrcode',
  'display',
  'countdown',
  'api',
  'static',
  'assets',
  'docs-assets',
  'socket.io',
  'images',
  'sounds',
  'r',
  'receipts',
  'sw.js',
  'manifest.webmanifest',
  'robots.txt',
  'favicon.ico',
  '.well-known',
  // Names that people would take for pages of the operator.
  'about',
  'admin',
  'contact',
  'docs',
  'help',
  'login',
  'logout',
  'pay',
  'payment',
  'privacy',
  'refund',
  'staff',
  'status',
  'support',
  'terms',
])

/** Characters of the longest path parameter that is accepted; a longer one gets 400. */
export const MAX_PARAM_LENGTH = 200

/** True if the segment can be the id in `/{id}`: it has the shape of an id and is not a reserved word. */
export function canBeId(segment: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(segment) && !RESERVED_SEGMENTS.has(segment)
}
