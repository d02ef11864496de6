import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals secrets that stay for years. Each sealed text names its key, so that the key can be replaced. It is bound to its context (the row
 * and the field), so it cannot be opened in another place.
 */
export interface Envelope {
  /** Encrypts with AES-256-GCM under the newest key. */
  seal(context: string, text: string): string
  /** Returns the text; null if no key of ours sealed it for this context. */
  unseal(context: string, sealed: string): string | null
  /** True if the newest key sealed it. */
  isCurrent(sealed: string): boolean
}

/** In bytes: the length of the nonce and of the authentication tag. */
const [NONCE, TAG] = [12, 16]

/** The newest key comes first. */
export function openEnvelope(secretKeys: readonly [string, ...string[]]): Envelope {
  const ring = secretKeys.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'red-carpet', 'envelope', 32))
    return { key, id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 8) }
  })
  const [newest] = ring as [(typeof ring)[number]]
  return {
    seal(context, text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${newest.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`
    },
    unseal(context, sealed) {
      const [id, text = ''] = sealed.split('.')
      const known = ring.find((one) => one.id === id)
      if (!known) return null
      try {
        const bytes = Buffer.from(text, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', known.key, bytes.subarray(0, NONCE)).setAAD(Buffer.from(context))
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${newest.id}.`),
  }
}
