import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { type Envelope, openEnvelope } from './envelope.ts'
import { lazily } from './lazily.ts'
import { limit } from './limit.ts'

const derive = promisify(argon2)

/** 256 random bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns hex. Session tokens, which are random themselves, are stored like this. */
export const sha256 = (text: string): string => hash('sha256', text)

/** Six decimal digits. */
export const newOtp = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The time that it takes does not reveal where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(sha256(a)), Buffer.from(sha256(b))]
  return timingSafeEqual(left, right)
}

/**
 * Keyed hashing and sealing for short secrets, which a plain hash would not hide. Each purpose has its own key, derived from `SECRET_KEY`.
 */
export interface Vault {
  /** HMAC-SHA256 (hex) of the text under the key of the purpose. */
  keyed(purpose: string, text: string): string
  /** Encrypts with AES-256-GCM. */
  seal(text: string): string
  /** Returns the text, or null if it was not sealed with this key. */
  unseal(sealed: string): string | null
  envelope: Envelope
}

/** What the previous key has put into envelopes can be opened too. */
export function openVault(secretKey: string, previousSecretKey: string | null = null): Vault {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'red-carpet', purpose, 32))
  const sealing = keyFor('seal')
  // From bytes, each hash would make its own key object, which takes six times as long as the hash.
  const keys = new Map<string, KeyObject>()
  // Each request with an idempotency key opens a vault of its own, and needs no envelope.
  const envelope = lazily(() => openEnvelope(previousSecretKey === null ? [secretKey] : [secretKey, previousSecretKey]))
  return {
    get envelope() {
      return envelope()
    },
    keyed(purpose, text) {
      let key = keys.get(purpose)
      if (!key) {
        key = createSecretKey(keyFor(`hash:${purpose}`))
        keys.set(purpose, key)
      }
      return createHmac('sha256', key).update(text).digest('hex')
    },
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal(sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64')
        const cipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(12, 28))
        return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

// OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane.
const ARGON: ArgonCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** What a hash costs (memory in KiB), and its length in bytes (`tagLength`). */
interface ArgonCost {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}
/** Each takes 19 MiB and a thread of the pool. Further ones queue. */
const ARGON_AT_ONCE = 3
/** Each takes tens of milliseconds. In a longer queue a person would not wait for the end. */
export const HASHES_WAITING = 300
const inTurn = limit(ARGON_AT_ONCE, HASHES_WAITING)

const argon = (password: string, nonce: Buffer, cost: ArgonCost): Promise<Buffer> =>
  inTurn(() => derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost }))

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Letters and digits that cannot be confused, whether read aloud or from a screen. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a first password to hand over: `k7mq-2xwd-9tfa-hv4e`, 16 random characters (79 bits) in groups of four. */
export const newFirstPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('')).join('-')

/** Returns the PHC string format of Argon2id, made outside the event loop. Throws `QueueFull` while 300 hashes wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await argon(password, salt, ARGON)
  return `$argon2id$v=19$m=${ARGON.memory},t=${ARGON.passes},p=${ARGON.parallelism}$${plain(salt)}$${plain(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * True if the password made this hash, whatever the cost was then. A null hash (unknown accounts), or one that is not ours, takes the time
 * of a new hash and gives false. Throws `QueueFull` while 300 hashes wait.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, made] = PHC.exec(hash ?? '') ?? []
  const tag = Buffer.from(made ?? '', 'base64')
  if (salt === undefined || tag.length === 0) {
    await argon(password, Buffer.alloc(16), ARGON)
    return false
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: tag.length }
  return timingSafeEqual(await argon(password, Buffer.from(salt, 'base64'), cost), tag)
}
