import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: string, parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', secret)).digest()

/**
 * True if one of the secrets made this signature. Compares bytes in constant time; a text that is not a signature in this encoding is
 * wrong.
 */
export function isSigned(
  signature: string,
  encoding: 'hex' | 'base64',
  secrets: readonly string[],
  ...parts: readonly (string | Uint8Array)[]
): boolean {
  const isWellFormed = encoding === 'hex' ? /^[0-9a-f]{64}$/.test(signature) : /^[A-Za-z0-9+/]{43}=$/.test(signature)
  if (!isWellFormed) return false
  const claimed = Buffer.from(signature, encoding)
  // An empty secret would let everyone sign.
  return secrets.filter((secret) => secret !== '').some((secret) => timingSafeEqual(hmac(secret, parts), claimed))
}
