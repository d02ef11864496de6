/**
 * Ids share one space: no id names both a mall and a shop. Generated ids are 20 characters of `[a-z0-9]` (about 103 bits,
 * not guessable); demo ids are readable (`phoenix-cafe`). None equals a first path segment that the product uses itself.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'forgotpassword',
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
  'socket.io',
  'images',
  'sounds',
  'receipts',
  'sw.js',
  'manifest.webmanifest',
  'robots.txt',
  'favicon.ico',
  '.well-known',
])

/** The longest path parameter that is looked at; a longer one is a 400. */
export const MAX_PARAM_LENGTH = 200

/** True for what may stand as `/{id}`: shaped like an id and not a word of the product's own. */
export function canBeId(segment: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(segment) && !RESERVED_SEGMENTS.has(segment)
}
