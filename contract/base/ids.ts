/**
 * Ids and slugs share one space: each names one mall or one shop. Generated ids are 20 characters of `[a-z0-9]` (about 103 bits, not
 * guessable); demo ids are readable (`phoenix-cafe`). None equals a first path segment that the product uses.
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

/** In characters. A longer path parameter gets 400. */
export const MAX_PARAM_LENGTH = 200

/** True if the segment can be the id in `/{id}`. */
export function canBeId(segment: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(segment) && !RESERVED_SEGMENTS.has(segment)
}
